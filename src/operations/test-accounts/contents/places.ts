import { draw, pick } from './draw.ts'

/** A city: its name and state, its code at IBGE, its area code, and the first five digits of a CEP in it. */
type City = readonly [name: string, state: string, ibge: string, area: number, cep: number]

const cities: readonly City[] = [
  ['São Paulo', 'SP', '3550308', 11, 1310],
  ['São Paulo', 'SP', '3550308', 11, 3010],
  ['Campinas', 'SP', '3509502', 19, 13010],
  ['Ribeirão Preto', 'SP', '3543402', 16, 14010],
  ['Sorocaba', 'SP', '3552205', 15, 18010],
  ['Santos', 'SP', '3548500', 13, 11010],
  ['São José do Rio Preto', 'SP', '3549805', 17, 15010],
  ['Rio de Janeiro', 'RJ', '3304557', 21, 20040],
  ['Niterói', 'RJ', '3303302', 21, 24020],
  ['Belo Horizonte', 'MG', '3106200', 31, 30130],
  ['Uberlândia', 'MG', '3170206', 34, 38400],
  ['Juiz de Fora', 'MG', '3136702', 32, 36010],
  ['Vitória', 'ES', '3205309', 27, 29010],
  ['Curitiba', 'PR', '4106902', 41, 80010],
  ['Londrina', 'PR', '4113700', 43, 86010],
  ['Florianópolis', 'SC', '4205407', 48, 88010],
  ['Joinville', 'SC', '4209102', 47, 89201],
  ['Porto Alegre', 'RS', '4314902', 51, 90010],
  ['Caxias do Sul', 'RS', '4305108', 54, 95010],
  ['Goiânia', 'GO', '5208707', 62, 74010],
  ['Brasília', 'DF', '5300108', 61, 70040],
  ['Cuiabá', 'MT', '5103403', 65, 78005],
  ['Campo Grande', 'MS', '5002704', 67, 79002],
  ['Salvador', 'BA', '2927408', 71, 40010],
  ['Recife', 'PE', '2611606', 81, 50010],
  ['Fortaleza', 'CE', '2304400', 85, 60010],
]

const streets = [
  'Rua Marechal Deodoro',
  'Avenida Getúlio Vargas',
  'Rua Sete de Setembro',
  'Avenida Presidente Juscelino Kubitschek',
  'Rua Quinze de Novembro',
  'Travessa das Acácias',
  'Rua Coronel João Cândido',
  'Avenida Brasil',
  'Rua Dom Pedro II',
  'Rua das Palmeiras',
] as const

const neighborhoods = [
  'Centro',
  'Jardim das Palmeiras',
  'Vila São José',
  'Distrito Industrial',
  'Santa Cruz',
]

/** Where the customer of a row is; most are near the company, in São Paulo and Minas Gerais. */
export function cityOf(row: number): City {
  return cities[Math.min(draw(row, 1, cities.length), draw(row, 2, cities.length))] as City
}

/** The address of a row in a city. */
export function addressIn([city, state, ibge, , cep]: City, row: number, code: string) {
  return {
    fk_id: `${code}-ENTREGA`,
    name: 'Entrega',
    street: pick(streets, row, 3),
    number: 10 + draw(row, 4, 2_900),
    ...(row % 6 === 0
      ? { complement: pick(['Loja 2', 'Galpão B', 'Fundos', 'Sala 14'], row, 5) }
      : {}),
    neighborhood: pick(neighborhoods, row, 6),
    zip_code: cep * 1_000 + 10 * (1 + draw(row, 7, 90)),
    city,
    state,
    ibge,
    address_type: 'delivery',
  }
}
