import { headingKey } from '../mapping/words.ts'
import { bling } from './bling.ts'
import { mercadoLivre } from './mercado-livre.ts'
import { mercos } from './mercos.ts'
import { omie } from './omie.ts'
import type { Preset, PresetForm } from './preset.ts'
import { protheus } from './protheus.ts'
import { sankhya } from './sankhya.ts'
import { sapB1 } from './sap-b1.ts'
import { shopify } from './shopify.ts'
import { tiny } from './tiny.ts'
import { woocommerce } from './woocommerce.ts'

/** The systems whose exports are known. */
export const presets: Readonly<Record<string, Preset>> = {
  bling,
  omie,
  tiny,
  mercos,
  protheus,
  'sap-b1': sapB1,
  sankhya,
  woocommerce,
  shopify,
  'mercado-livre': mercadoLivre,
}

/** In place of a preset: columns go by their headings. */
const NO_PRESET = 'none'

export const presetNames = [...Object.keys(presets), NO_PRESET]

/** A preset, and which of its exports a file is. */
export interface ChosenPreset {
  name: string
  label: string
  form: PresetForm
}

const formsOf = (resource: string): ChosenPreset[] =>
  Object.entries(presets).flatMap(([name, { label, forms }]) =>
    forms.filter((form) => form.resource === resource).map((form) => ({ name, label, form })),
  )

/** Whether a system exports such records. */
export const hasPreset = (resource: string, name: string) =>
  name === NO_PRESET || formsOf(resource).some((one) => one.name === name)

/** The preset that was chosen, or else the one whose headings a table has; the most telling one. */
export function presetOf(
  resource: string,
  headings: readonly string[],
  chosen: string | undefined,
): ChosenPreset | undefined {
  const keys = new Set(headings.map(headingKey))
  const forms = formsOf(resource).sort((a, b) => b.form.signs.length - a.form.signs.length)
  const fits = ({ form }: ChosenPreset) => form.signs.every((sign) => keys.has(headingKey(sign)))
  if (chosen === undefined) return forms.find(fits)
  const own = forms.filter(({ name }) => name === chosen)
  return own.find(fits) ?? own[0]
}

/** What stands over the columns of all known exports. */
export const presetHeadings = (resource: string) =>
  formsOf(resource).flatMap(({ form }) => Object.keys(form.columns))
