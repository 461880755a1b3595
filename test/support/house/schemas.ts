import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { escapePointer } from '../../../src/base/values/pointers.ts'

/** Where something stands in a document, as the fragment of its address has it. */
export function pointerOf(keys: string[]): string {
  return keys.map((key) => `/${encodeURIComponent(escapePointer(key))}`).join('')
}

/** Validators of the schemas in a document, by their pointers; each is compiled once. */
export function schemasOf(document: object): (pointer: string) => ValidateFunction {
  // Each schema is asked for few values: a function for each reference, and none made faster, takes a
  // third of the time that one large function takes.
  const code = { optimize: false }
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    inlineRefs: false,
    code,
  })
  // A CommonJS module: its default export is one level down for Node's ESM loader.
  ;(formats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv)
  ajv.addSchema(document, 'document')
  const validators = new Map<string, ValidateFunction>()
  return (pointer) => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    validators.set(pointer, validate)
    return validate
  }
}
