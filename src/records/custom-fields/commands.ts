import type { Actor } from '../../access/actor.ts'
import { isRestricted } from '../../access/row-scope.ts'
import type { Deleted, Outcome, Precondition } from '../../base/outcomes.ts'
import { type FieldError, Problem, refuseInvalid } from '../../base/problems.ts'
import { insufficientScope } from '../../base/scopes.ts'
import { isIndexed, type Rule } from '../../custom/rules.ts'
import { MAX_CUSTOM_FIELDS } from '../../custom/schema.ts'
import { singleRow, type Tx } from '../../database/database.ts'
import { type Language, type Message, msg } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import { createRecord, deleteRecord, readRecord, updateRecord } from '../commands.ts'
import type { Body } from '../explained.ts'
import { type Checked, checkStep } from './check.ts'
import { customField } from './definition.ts'
import {
  type Declaration,
  fields_all,
  fields_lock,
  fields_lockOne,
  fields_setCheck,
  rules_end,
  rules_insert,
  rules_loosen,
  rules_ofField,
} from './sql.ts'

/** Each write of a record writes so many values more. */
const MOST_INDEXED = 20

/** What a request itself looks at, in steps; the job does the rest. Writers wait for some 50 ms. */
const STEPS_AT_ONCE = 2

// All of it happens while nobody writes records with custom fields: `fields_lock`.

/**
 * @param language what is found wrong with records is reported in it
 * @throws Problem `records_break` where the records that there are, as far as a request looks, do
 */
export async function declareField(
  tx: Tx,
  actor: Actor,
  body: Body,
  language: Language,
): Promise<Outcome> {
  refuseRestricted(actor, body['resource'])
  await fields_lock(tx, [actor.account_id])
  const others = await fields_all(tx, [actor.account_id, String(body['resource'])])
  refuseTaken(others, body)
  refuseTooMany(others, others.length + 1)
  const created = await createRecord(tx, actor, customField, body)
  const { id } = JSON.parse((created as { document: string }).document) as { id: number }
  await settle(tx, actor.account_id, id, language)
  const document = await readRecord(tx, actor, customField, { id })
  return { done: 'created', document, location: `${customField.path}/${id}` }
}

/** @throws Problem as `declareField` */
export async function changeField(
  tx: Tx,
  actor: Actor,
  id: number,
  body: Body,
  precondition: Precondition,
  language: Language,
): Promise<Outcome> {
  const { account_id } = actor
  await fields_lock(tx, [account_id])
  const [before] = await fields_lockOne(tx, [account_id, id])
  refuseRestricted(actor, before?.resource)
  const changed = await updateRecord(tx, actor, customField, { id }, body, precondition)
  const [after] = await fields_lockOne(tx, [account_id, id])
  if (!before || !after) return changed
  if (before.status !== 'refused' && isSame(before, after)) return changed
  await settle(tx, account_id, id, language)
  return { done: 'updated', document: await readRecord(tx, actor, customField, { id }) }
}

/** Values stay as they are: nobody looks at them any more. */
export async function removeField(
  tx: Tx,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Deleted> {
  const { account_id } = actor
  await fields_lock(tx, [account_id])
  const [before] = await fields_lockOne(tx, [account_id, id])
  refuseRestricted(actor, before?.resource)
  const rules = await rules_ofField(tx, [account_id, id])
  const deleted = await deleteRecord(tx, actor, customField, { id }, precondition)
  await rules_end(tx, [account_id, rules.map((rule) => rule.id)])
  return deleted
}

/** What is declared of records is held against all of them, and reports those that break it. */
function refuseRestricted({ only: sees }: Actor, resource: unknown): void {
  const refuse = (detail: Message) => {
    throw insufficientScope(['reference:write'], detail)
  }
  if (resource === 'orders' && isRestricted(sees)) {
    refuse(
      msg`A token that is restricted to some orders (\`only\`) can’t change what is declared of all orders.`,
    )
  }
  if (resource === 'customers' && sees.customers !== null) {
    refuse(
      msg`A token that is restricted to customers of some sellers (\`only\`) can’t change what is declared of all customers.`,
    )
  }
}

type FieldOptions = Pick<Declaration, 'required' | 'unique' | 'filterable' | 'choices'>

/** Makes what is asked the rule: at once where no record can break it, else by a check. */
async function settle(tx: Tx, account_id: number, id: number, language: Language): Promise<void> {
  const field = { ...singleRow(await fields_lockOne(tx, [account_id, id])), language }
  refuseInvalid(choicesErrors(field))
  refuseTooMany(await fields_all(tx, [account_id, field.resource]))
  const rules = await rules_ofField(tx, [account_id, id])
  const active = rules.find(({ state }) => state === 'active')
  const checking = rules.filter(({ state }) => state === 'checking')
  await rules_end(tx, [account_id, checking.map((rule) => rule.id)])
  if (active && !asksMore(active, field)) return loosen(tx, account_id, field, active)
  await startCheck(tx, account_id, field, active)
}

/** Whether records may break what is asked, or have to be found by it for the first time. */
function asksMore(now: FieldOptions, wanted: FieldOptions): boolean {
  return (
    (wanted.required && !now.required) ||
    now.choices.some((choice) => !wanted.choices.includes(choice)) ||
    (isIndexed(wanted) && (!isIndexed(now) || wanted.unique !== now.unique))
  )
}

async function loosen(tx: Tx, account_id: number, field: Declaration, active: Rule): Promise<void> {
  if (isIndexed(active) && !isIndexed(field)) {
    await rules_end(tx, [account_id, [active.id]])
    await insertRule(tx, account_id, field, 'active')
  } else {
    const { required, filterable, choices } = field
    await rules_loosen(tx, [account_id, active.id, required, filterable, choices])
  }
  if (field.status === 'active') return
  await fields_setCheck(tx, [account_id, field.id, 'active', 100, 0, 0, '[]', null, field.language])
}

async function startCheck(
  tx: Tx,
  account_id: number,
  field: Declaration,
  active: Rule | undefined,
): Promise<void> {
  const previous = active && JSON.stringify(optionsOf(active))
  const id = await insertRule(tx, account_id, field, 'checking')
  const rule: Rule = { ...field, id, id_field: field.id, state: 'checking' }
  let checked: Checked & { position: number } = {
    isDone: false,
    position: 0,
    breaking: 0,
    breaking_records: [],
  }
  const start = [account_id, field.id, 'checking', 0, 0, 0, '[]', previous ?? null] as const
  await fields_setCheck(tx, [...start, field.language])
  for (let step = 0; step < STEPS_AT_ONCE && !checked.isDone; step++) {
    checked = await checkStep(tx, account_id, { ...field, ...checked }, rule, true)
  }
  const { isDone, breaking, breaking_records } = checked
  if (!isDone || breaking === 0) return
  const [first] = breaking_records
  const record = noun(field.resource.slice(0, -1))
  const example = msg`${record} ${first?.id}: ${field.key} ${first?.detail}`
  throw new Problem(
    'records_break',
    breaking === 1
      ? msg`1 record breaks this declaration, such as ${example}`
      : msg`${breaking} records break this declaration, such as ${example}`,
    {
      extra: { breaking, breaking_records },
    },
  )
}

async function insertRule(
  tx: Tx,
  account_id: number,
  { id, resource, key, type, required, unique, filterable, choices }: Declaration,
  state: Rule['state'],
): Promise<number> {
  const rule = [id, resource, key, type, required, unique, filterable, choices, state] as const
  return singleRow(await rules_insert(tx, [account_id, ...rule])).id
}

function optionsOf({ required, unique, filterable, choices }: FieldOptions): FieldOptions {
  return { required, unique, filterable, choices }
}

function isSame(before: FieldOptions, after: FieldOptions): boolean {
  return JSON.stringify(optionsOf(before)) === JSON.stringify(optionsOf(after))
}

function refuseTaken(others: Declaration[], body: Body): void {
  const taken = others.find(({ key }) => key === body['key'])
  if (!taken) return
  const detail = msg`Custom field ${taken.id} of ${taken.resource} has the key ${JSON.stringify(taken.key)}.`
  throw new Problem('duplicate_value', detail, {
    extra: { existing_id: taken.id },
    errors: [{ pointer: '/key', code: 'duplicate_value', detail }],
  })
}

function refuseTooMany(all: Declaration[], count = all.length): void {
  if (count > MAX_CUSTOM_FIELDS) {
    const detail = msg`A resource can have ${MAX_CUSTOM_FIELDS} custom fields.`
    throw new Problem('limit_reached', detail)
  }
  if (all.filter(isIndexed).length <= MOST_INDEXED) return
  const detail = msg`Of a resource's custom fields ${MOST_INDEXED} can be filterable or unique.`
  throw new Problem('limit_reached', detail)
}

function choicesErrors({ type, choices }: Declaration): FieldError[] {
  if (type === 'choice' && choices.length === 0)
    return [{ pointer: '/choices', code: 'required', detail: msg`is required of the type choice.` }]
  if (type === 'choice' || choices.length === 0) return []
  return [
    { pointer: '/choices', code: 'not_for_type', detail: msg`must be empty: the type is ${type}.` },
  ]
}
