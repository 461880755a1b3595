import { texts } from '../../../text/texts.ts'

export const text = texts({
  numbered: [
    (name: string, place: number) => `${name} ${place}`,
    (name: string, place: number) => `${name} ${place}`,
  ],
  remove: [
    (name: string, place: number) => `Tirar ${name.toLowerCase()} ${place}`,
    (name: string, place: number) => `Remove ${name.toLowerCase()} ${place}`,
  ],
  more: ['Mais dados', 'More'],
  missing: [(rest: string) => `Faltam ${rest}.`, (rest: string) => `${rest} are missing.`],
  tooMuch: [(rest: string) => `Sobram ${rest}.`, (rest: string) => `${rest} too much.`],
})
