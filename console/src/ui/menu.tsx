import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from './icons.tsx'
import './popups.css'

export interface MenuItem {
  label: ReactNode
  icon?: IconName
  onSelect?: () => void
  /** It leads there instead. */
  href?: string
  /** Has a check mark and stays open: for what is switched on and off. */
  isChecked?: boolean
  isDanger?: boolean
  isDisabled?: boolean
  /** Stands over the items that follow, and does nothing. */
  isHeading?: boolean
}

/** A button that opens a list of what can be done. `null` draws a line. */
export function Menu({
  trigger,
  items,
  label,
  isOpen,
  onOpenChange,
}: {
  /** A `<Button>` or `<IconButton>`. */
  trigger: ReactElement
  items: readonly (MenuItem | null)[]
  /** A heading over the items. */
  label?: ReactNode
  /** Where something else than the trigger opens it, too. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}) {
  const controlled = onOpenChange && { open: isOpen ?? false, onOpenChange }
  return (
    <Base.Root {...controlled}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" collisionPadding={8}>
          <Base.Popup className="popup">
            {label && (
              <Base.Group>
                <Base.GroupLabel className="popup__label">{label}</Base.GroupLabel>
              </Base.Group>
            )}
            {items.map((item, place) =>
              item === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
                <Base.Separator key={place} className="popup__line" />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing but their place
                <Item key={place} item={item} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ item }: { item: MenuItem }) {
  const { label, icon, onSelect, href, isChecked, isDanger = false, isDisabled = false } = item
  if (item.isHeading) {
    return (
      <Base.Group>
        <Base.GroupLabel className="popup__label">{label}</Base.GroupLabel>
      </Base.Group>
    )
  }
  const className = isDanger ? 'popup__item popup__item--danger' : 'popup__item'
  const content = (
    <>
      {icon && <Icon name={icon} size={16} />}
      {label}
    </>
  )
  if (isChecked !== undefined) {
    return (
      <Base.CheckboxItem className={className} checked={isChecked} onCheckedChange={onSelect}>
        <span className="popup__mark">{isChecked && <Icon name="check" size={16} />}</span>
        {content}
      </Base.CheckboxItem>
    )
  }
  return (
    <Base.Item
      className={className}
      disabled={isDisabled}
      onClick={onSelect}
      {...(href === undefined ? {} : { render: <Link href={href} /> })}
    >
      {content}
    </Base.Item>
  )
}
