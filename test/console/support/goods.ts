export { goods } from '../../../src/operations/test-accounts/contents/goods.ts'

/** Of shops, and the cities that they are in. */
export const kinds = [
  'Supermercado',
  'Mercadinho',
  'Padaria e Confeitaria',
  'Atacarejo',
  'Mercearia',
  'Hortifrúti',
  'Empório',
  'Restaurante',
  'Lanchonete',
  'Hotel e Pousada',
  'Cozinha Industrial',
  'Minimercado',
] as const
export const names = [
  'São João',
  'Nossa Senhora Aparecida',
  'Três Irmãos',
  'Bom Preço',
  'Família Gonçalves',
  'Pão de Açúcar da Serra',
  'Irmãos Araújo',
  'Boa Esperança',
  'Estrela do Norte',
  'Conceição & Filhos',
  'Vitória Régia',
  'Santa Bárbara',
  'Do Zé Antônio',
  'Alvorada',
  'Recanto das Águas',
  'Flor de Maracujá',
  'Sant’Ana',
  'Progresso',
  'União dos Moradores do Jardim das Palmeiras',
  'Ypiranga',
] as const
export const cities = [
  ['Uberlândia', 'MG', 38400100],
  ['Ribeirão Preto', 'SP', 14010000],
  ['Goiânia', 'GO', 74003010],
  ['São José do Rio Preto', 'SP', 15015000],
  ['Montes Claros', 'MG', 39400001],
  ['Anápolis', 'GO', 75020010],
  ['Patos de Minas', 'MG', 38700001],
  ['Brasília', 'DF', 70040010],
] as const
export const streets = [
  'Rua Marechal Deodoro',
  'Avenida Getúlio Vargas',
  'Rua Sete de Setembro',
  'Avenida Presidente Juscelino Kubitschek de Oliveira',
  'Travessa das Acácias',
  'Rua Coronel João Cândido',
] as const
export const sellers = [
  ['VEN-01', 'Antônio Carlos de Souza Guimarães'],
  ['VEN-02', 'Maria Aparecida Nascimento'],
  ['VEN-03', 'João Batista Conceição'],
  ['VEN-04', 'Luíza Fernanda Araújo'],
  ['VEN-05', 'Sebastião Ribeiro'],
  ['VEN-06', 'Gisele Magalhães Brandão'],
] as const
export const branches = [
  ['FIL-01', 'Matriz Uberlândia'],
  ['FIL-02', 'Filial Goiânia'],
  ['FIL-03', 'Filial Ribeirão Preto'],
] as const
