import { ProblemError } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Conflict } from '../../common/form/conflict.tsx'
import type { FieldOf, Values } from '../../common/form/fields.ts'
import { pedido } from '../../session/client.ts'
import { renewSession, useSession } from '../../session/session.tsx'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { roleName } from '../roles.ts'
import { bodyOf, MemberFields, type MemberValues, pointers } from './member-fields.tsx'
import { type Found, MEMBERS, readMember } from './queries.ts'
import { text } from './text.ts'

/** What a member may do. What others have changed meanwhile is shown beside what was typed. */
export function MemberForm({ found }: { found: Found }) {
  const t = useTexts(text)
  const shown = useShown()
  const { values, change, theirs, takeTheirs, submit, isBusy, error } = useTypedMember(found)
  return (
    <form className="panel stack form" onSubmit={submit}>
      <FieldErrors error={error}>
        <Problem error={error} shownAt={pointers} />
        {theirs && (
          <Conflict
            fields={shown.fields}
            before={shown.of(theirs.was)}
            now={shown.of(theirs.now)}
            values={shown.of(values)}
            onTake={takeTheirs}
          />
        )}
        <MemberFields values={values} onChange={change} />
        <div className="row">
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t.save}
          </Button>
        </div>
      </FieldErrors>
    </form>
  )
}

/** A member as somebody types, saved on top of what others have changed meanwhile. */
function useTypedMember(found: Found) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const session = useSession()
  const [before, setBefore] = useState(found)
  const [values, setValues] = useState(found.values)
  const [theirs, setTheirs] = useState<{ was: MemberValues; now: MemberValues }>()
  const { id } = found.member
  const take = async () => {
    const saved = await readMember(id)
    setBefore(saved)
    setValues(saved.values)
    setTheirs(undefined)
    queries.setQueryData([...MEMBERS, id], saved)
    await queries.invalidateQueries({ queryKey: [...MEMBERS, 'list'] })
    if (id === session.member.id) await renewSession()
    toast({ text: t.saved, tone: 'good' })
  }
  const { submit, isBusy, error, forget } = useSubmit(async () => {
    try {
      await pedido.members.update(id, bodyOf(values), { ifMatch: before.member })
    } catch (failure) {
      if (!(failure instanceof ProblemError) || failure.code !== 'precondition_failed')
        throw failure
      const now = await readMember(id)
      // What else became of the member, such as his link to the provider, stands in no field.
      if (names.every((name) => isSame(name, before.values, now.values))) {
        await pedido.members.update(id, bodyOf(values), { ifMatch: now.member })
        return take()
      }
      setTheirs({ was: before.values, now: now.values })
      setBefore(now)
      // Fields that nobody touched here are as they are now.
      setValues(merged(before.values, values, now.values))
      return
    }
    await take()
  })
  const change = (next: MemberValues) => {
    setValues(next)
    forget()
  }
  const takeTheirs = (field: string) =>
    theirs && setValues({ ...values, ...part(field, theirs.now) })
  return { values, change, theirs, takeTheirs, submit, isBusy, error }
}

const names = ['name', 'email', 'role', 'seller', 'sees', 'language'] as const

/** One thing that a person changes; whose orders he sees is one, in two fields. */
function part(name: string, { restriction, ...plain }: MemberValues): Partial<MemberValues> {
  if (name === 'sees') return { sees: plain.sees, restriction }
  return { [name]: plain[name as keyof typeof plain] }
}

const isSame = (name: string, one: MemberValues, other: MemberValues) =>
  JSON.stringify(part(name, one)) === JSON.stringify(part(name, other))

function merged(was: MemberValues, typed: MemberValues, now: MemberValues): MemberValues {
  const untouched = names.filter((name) => isSame(name, was, typed))
  return Object.assign({ ...typed }, ...untouched.map((name) => part(name, now)))
}

/** The fields for people, where two people's changes stand beside each other. */
function useShown() {
  const t = useTexts(text)
  const language = useLanguage()
  const fields = names.map((name): FieldOf => ({ name, label: t[name], kind: 'text' }))
  const of = ({ name, email, role, seller, sees, restriction, ...rest }: MemberValues): Values => {
    const { sellers, branches } = restriction
    const chosen = [...sellers, ...branches].map((one) => one.name).join(', ')
    return {
      name,
      email,
      role: roleName(role, language),
      seller: seller?.name ?? '',
      sees: sees === 'some' ? chosen : t[sees],
      language: rest.language === 'en' ? t.english : t.portuguese,
    }
  }
  return { fields, of }
}
