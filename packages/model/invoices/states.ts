/**
 * The states of Brazil and its federal district, each with the first two digits of the IBGE's numbers of its
 * municipalities; and abroad (`EX`), whose places have the number 9999999 in an NF-e.
 */
export const states = {
  AC: '12',
  AL: '27',
  AM: '13',
  AP: '16',
  BA: '29',
  CE: '23',
  DF: '53',
  ES: '32',
  GO: '52',
  MA: '21',
  MG: '31',
  MS: '50',
  MT: '51',
  PA: '15',
  PB: '25',
  PE: '26',
  PI: '22',
  PR: '41',
  RJ: '33',
  RN: '24',
  RO: '11',
  RR: '14',
  RS: '43',
  SC: '42',
  SE: '28',
  SP: '35',
  TO: '17',
  EX: '99',
} as const

/** Brazil, in the table of countries of the Banco Central, which an NF-e uses. */
export const BRAZIL = 1058
