import type { FieldError } from '../../base/problems.ts'
import { type Message, msg } from '../../texts/message.ts'

type Values = Readonly<Record<string, unknown>>

const isSet = (value: unknown) => value !== undefined && value !== null && value !== false

const ICMS_CODES = /^(00|02|10|15|20|30|40|41|50|51|53|60|61|70|90)$/
const SIMPLES_CODES = /^(101|102|103|201|202|203|300|400|500|900)$/
const IPI_CODES = /^(5[0-5]|99)$/
/** Own ICMS stands on the line. */
const OWN_ICMS = /^(00|10|20|51|70|90)$/

/** What only rules of a kind say. */
const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  icms: [
    'csosn',
    'icms_rate',
    'icms_reduction',
    'icms_deferral',
    'fcp_rate',
    'st_rate',
    'margin',
    'intra_rate',
    'unit_value',
    'unit_kind',
    'st_reduction',
    'st_fcp_rate',
    'deduction_rate',
    'st_own_use',
    'difal_rate',
    'difal_fcp_rate',
    'difal_reduction',
    'relief_rate',
    'relief_reason',
    'relief_deducts',
    'cfop',
    'benefit',
    'note',
  ],
  ipi: ['rate', 'per_unit'],
  ibs_cbs: ['reduction'],
}

/** The errors of a rule as it would be, each at its field: what is missing, and what does not go together. */
export function taxRuleErrors(after: Values): FieldError[] {
  const kind = String(after['kind'] ?? 'icms')
  return [
    ...goodsErrors(after),
    ...validityErrors(after),
    ...foreignErrors(kind, after),
    ...(kind === 'icms' ? [...icmsErrors(after), ...stErrors(after), ...difalErrors(after)] : []),
    ...(kind === 'ipi' ? ipiErrors(after) : []),
    ...(kind === 'ibs_cbs' ? reformErrors(after) : []),
  ]
}

const error = (name: string, code: FieldError['code'], detail: Message): FieldError => ({
  pointer: `/${name}`,
  code,
  detail,
})
const incomplete = (name: string, detail: Message) => error(name, 'rule_incomplete', detail)
const contradiction = (name: string, detail: Message) => error(name, 'rule_contradiction', detail)

/** A record shows `product`, a body names `id_product`. */
function referenceIn(after: Values, name: string): unknown {
  const sent = after[`id_${name}`]
  return sent === undefined ? after[name] : sent
}

function goodsErrors(after: Values): FieldError[] {
  if (!isSet(referenceIn(after, 'product'))) return []
  const others = [
    ['cest', after['cest']],
    ['ncm', after['ncm']],
    ['id_category', referenceIn(after, 'category')],
  ] as const
  return others
    .filter(([, value]) => isSet(value))
    .map(([name]) => contradiction(name, msg`must be left out beside a product.`))
}

function validityErrors({ valid_from, valid_to }: Values): FieldError[] {
  const isOver = isSet(valid_to) && String(valid_to) < String(valid_from ?? '1900-01-01')
  return isOver ? [contradiction('valid_to', msg`is before valid_from.`)] : []
}

function foreignErrors(kind: string, after: Values): FieldError[] {
  const others = Object.entries(PROPERTIES).flatMap(([of, names]) => (of === kind ? [] : names))
  const foreign = [...others, ...(kind === 'icms' ? ['class'] : kind === 'ibs_cbs' ? ['cst'] : [])]
  return foreign
    .filter((name) => isSet(after[name]))
    .map((name) => contradiction(name, msg`is nothing that rules of the kind ${kind} say.`))
}

function icmsErrors(after: Values): FieldError[] {
  const { cst, csosn, scope, icms_rate } = after
  if (!isSet(cst) && !isSet(csosn))
    return [incomplete('cst', msg`is required, or the csosn of sellers in the Simples Nacional.`)]
  const isOwn = isSet(cst) && OWN_ICMS.test(String(cst))
  return [
    ...(isSet(cst) && !ICMS_CODES.test(String(cst))
      ? [contradiction('cst', msg`is no CST of ICMS.`)]
      : []),
    ...(isSet(csosn) && !SIMPLES_CODES.test(String(csosn))
      ? [contradiction('csosn', msg`is no CSOSN.`)]
      : []),
    ...(isOwn && scope === 'inside' && !isSet(icms_rate)
      ? [
          incomplete(
            'icms_rate',
            msg`is required inside a state: only sales between states have a national rate.`,
          ),
        ]
      : []),
  ]
}

function stErrors(after: Values): FieldError[] {
  const { st_rate, margin, unit_value, unit_kind, st_own_use } = after
  const errors: FieldError[] = []
  if (isSet(unit_kind) && !isSet(unit_value))
    errors.push(incomplete('unit_value', msg`is required beside unit_kind.`))
  if (unit_kind === 'greater' && !isSet(margin))
    errors.push(incomplete('margin', msg`is required where the greater of two bases counts.`))
  if (!isSet(st_rate)) return errors
  if (!isSet(margin) && !isSet(unit_value) && !isSet(st_own_use))
    errors.push(incomplete('margin', msg`is required beside st_rate, or a unit_value.`))
  return [...errors, ...buyerErrors(after)]
}

/** ST is what the buyer will owe who resells: of others there is none, but for the difference of rates. */
function buyerErrors({ ie_kinds, final_consumer, st_own_use }: Values): FieldError[] {
  const kinds = (ie_kinds ?? []) as number[]
  const isContributor = kinds.length > 0 && kinds.every((one) => one === 1)
  const wanted = isSet(st_own_use)
  const errors: FieldError[] = []
  if (!isContributor && !wanted)
    errors.push(error('ie_kinds', 'st_rule_needs_contributor', msg`must be [1] beside st_rate.`))
  if (final_consumer !== wanted)
    errors.push(
      error(
        'final_consumer',
        'st_rule_needs_contributor',
        wanted ? msg`must be true beside st_own_use.` : msg`must be false beside st_rate.`,
      ),
    )
  return errors
}

function difalErrors({
  difal_rate,
  difal_fcp_rate,
  difal_reduction,
  ie_kinds,
}: Values): FieldError[] {
  const kinds = (ie_kinds ?? []) as number[]
  if (!isSet(difal_rate)) {
    const isMeant = isSet(difal_fcp_rate) || isSet(difal_reduction)
    return isMeant ? [incomplete('difal_rate', msg`is required with the rest of DIFAL.`)] : []
  }
  if (kinds.length > 0 && kinds.every((one) => one === 9)) return []
  return [contradiction('ie_kinds', msg`must be [9] beside difal_rate.`)]
}

function ipiErrors({ cst, rate, per_unit }: Values): FieldError[] {
  if (!isSet(cst)) return [incomplete('cst', msg`is required.`)]
  if (!IPI_CODES.test(String(cst))) return [contradiction('cst', msg`is no CST of IPI.`)]
  const isBoth = isSet(rate) && isSet(per_unit)
  return isBoth ? [contradiction('per_unit', msg`must be left out beside a rate.`)] : []
}

function reformErrors({ class: of }: Values): FieldError[] {
  if (isSet(of) && String(of).length === 6) return []
  return [incomplete('class', msg`is required: the six digits of a cClassTrib.`)]
}
