import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Login da empresa', 'Company sign-in'],
  sub: [
    'As pessoas entram aqui onde já entram na empresa: Google, Microsoft, Keycloak e outros, por OpenID Connect.',
    'People sign in here where they do in the company: Google, Microsoft, Keycloak and others, by OpenID Connect.',
  ],
  register: ['1. No provedor', '1. At the provider'],
  registerWhy: [
    'Crie um cliente web confidencial com este endereço de retorno. É também o endereço em que as pessoas desta empresa entram.',
    'Make a confidential web client with this redirect address. It is also where the people of this company sign in.',
  ],
  redirect: ['Endereço de retorno', 'Redirect address'],
  here: ['2. Aqui', '2. Here'],
  name: ['Nome no botão', 'Name on the button'],
  nameHint: ['As pessoas leem “Entrar com …”.', 'People read “Sign in with …”.'],
  issuer: ['Emissor (issuer)', 'Issuer'],
  issuerHint: [
    'O endereço do provedor, como https://accounts.google.com.',
    'The address of the provider, such as https://accounts.google.com.',
  ],
  clientId: ['ID do cliente', 'Client ID'],
  secret: ['Segredo do cliente', 'Client secret'],
  secretKept: [
    'Está guardado. Em branco, continua o mesmo; outro emissor precisa do seu.',
    'It is kept. Empty, it stays; another issuer needs its own.',
  ],
  scope: ['Escopos', 'Scopes'],
  trusts: ['Aceitar e-mails sem confirmação', 'Take e-mails without a word on them'],
  trustsHint: [
    'Só para provedores que não dizem se o e-mail foi verificado, como o Microsoft Entra ID com o emissor do seu próprio tenant.',
    'Only for providers that don’t say whether an e-mail is verified, such as Microsoft Entra ID with the issuer of your own tenant.',
  ],
  roles: ['Papéis', 'Roles'],
  rolesHere: ['Dados aqui, em Pessoas', 'Given here, under People'],
  rolesThere: ['Dados pelo provedor', 'Given by the provider'],
  rolesHint: [
    'O papel segue o provedor a cada entrada. Quem lá não tem nenhum dos valores não entra, e sai de onde estiver.',
    'The role follows the provider at each sign-in. Who has none of the values there does not get in, and is signed out.',
  ],
  claim: ['Claim dos papéis', 'Claim with the roles'],
  claimHint: [
    'Um nome, como roles ou groups, ou um caminho, como realm_access.roles.',
    'A name, such as roles or groups, or a path, such as realm_access.roles.',
  ],
  nthValue: [(n: number) => `Valor ${n}`, (n: number) => `Value ${n}`],
  nthRole: [(n: number) => `Papel ${n}`, (n: number) => `Role ${n}`],
  removeNth: [(n: number) => `Remover valor ${n}`, (n: number) => `Remove value ${n}`],
  add: ['Mais um valor', 'One more value'],
  creates: ['Criar pessoas na primeira entrada', 'Make people at their first sign-in'],
  createsHint: [
    'Sem convite. Um vendedor não vê pedidos até que se diga, em Pessoas, que vendedor ele é.',
    'Without an invitation. A seller sees no orders until it is said under People which seller he is.',
  ],
  save: ['Salvar', 'Save'],
  saved: ['Login da empresa salvo', 'Company sign-in saved'],
  remove: ['Desligar login da empresa', 'Remove company sign-in'],
  removeTitle: ['Desligar o login da empresa?', 'Remove the company sign-in?'],
  removeWhy: [
    'Ninguém entra mais por ele. As sessões abertas continuam; quem não tem senha precisa de um link para criar uma.',
    'Nobody signs in by it any more. Open sessions go on; who has no password needs a link to set one.',
  ],
  removed: ['Login da empresa desligado', 'Company sign-in removed'],
})
