/** Brazil's first: most accounts are of one of them. */
const BRAZIL = [
  'America/Sao_Paulo',
  'America/Bahia',
  'America/Fortaleza',
  'America/Recife',
  'America/Maceio',
  'America/Belem',
  'America/Araguaina',
  'America/Cuiaba',
  'America/Campo_Grande',
  'America/Manaus',
  'America/Porto_Velho',
  'America/Boa_Vista',
  'America/Rio_Branco',
  'America/Noronha',
]

/**
 * All time zones that the browser knows, for a list to choose from.
 * @param own the account's, which the browser may call otherwise
 */
export function timeZones(own: string): { value: string; label: string }[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !BRAZIL.includes(zone))
  const all = [...new Set([...BRAZIL, own, 'UTC', ...others])]
  return all.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
