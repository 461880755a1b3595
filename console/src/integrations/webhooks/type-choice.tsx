import { useId } from 'react'
import { useMay } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Checkbox } from '../../ui/fields/inputs.tsx'
import { text } from './text.ts'
import { allOf, type EventType, eventGroups, typeOf } from './types.ts'

/** Which events: all, all of a kind of record, or some of them. */
export function TypeChoice({
  value,
  onChange,
}: {
  value: readonly EventType[]
  onChange: (types: EventType[]) => void
}) {
  const t = useTexts(text)
  const may = useMay()
  const id = useId()
  const isAll = value.includes('*')
  const toggle = (type: EventType, without: (one: EventType) => boolean = () => false) =>
    onChange(
      value.includes(type)
        ? value.filter((one) => one !== type)
        : [...value.filter((one) => !without(one)), type],
    )
  return (
    <div role="group" aria-labelledby={id} className="stack">
      <h3 id={id}>{t.events}</h3>
      <Checkbox
        label={t.allEvents}
        hint={t.allEventsHint}
        isChecked={isAll}
        onChange={() => onChange(isAll ? [] : ['*'])}
      />
      {!isAll && (
        <div className="columns">
          {eventGroups
            .filter(({ scope }) => may(scope))
            .map(({ id: group, label, changes }) => (
              <div key={group} className="webhooks__group">
                <Checkbox
                  label={t.ofAll(t[label])}
                  isChecked={value.includes(allOf(group))}
                  onChange={() => toggle(allOf(group), (one) => one.startsWith(`${group}.`))}
                />
                {!value.includes(allOf(group)) &&
                  changes.map((change) => (
                    <Checkbox
                      key={change}
                      label={
                        <>
                          {t[change]} <code className="quiet">{typeOf(group, change)}</code>
                        </>
                      }
                      isChecked={value.includes(typeOf(group, change))}
                      onChange={() => toggle(typeOf(group, change))}
                    />
                  ))}
              </div>
            ))}
        </div>
      )}
    </div>
  )
}
