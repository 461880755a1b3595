import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Login corporativo (SSO)', 'Single sign-on (SSO)'],
  sub: [
    'As pessoas entram com a conta que já usam na empresa: Google, Microsoft, Keycloak e outros, por OpenID Connect.',
    'People sign in with the account they already use at work: Google, Microsoft, Keycloak and others, by OpenID Connect.',
  ],
  register: ['1. No provedor', '1. At the provider'],
  registerWhy: [
    'Crie um cliente web confidencial com este endereço de retorno. As pessoas desta empresa também entram por ele.',
    'Create a confidential web client with this redirect address. The people of this company also sign in there.',
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
    'Já está salvo. Em branco, continua o mesmo; para outro emissor, informe o segredo dele.',
    'Already saved. Left blank, it stays the same; for another issuer, enter its secret.',
  ],
  scope: ['Escopos', 'Scopes'],
  trusts: ['Aceitar e-mails não verificados', 'Accept unverified e-mails'],
  trustsHint: [
    'Somente para provedores que não informam se o e-mail foi verificado, como o Microsoft Entra ID com o emissor do seu próprio tenant.',
    'Only for providers that don’t say whether an e-mail is verified, such as Microsoft Entra ID with the issuer of your own tenant.',
  ],
  roles: ['Perfis de acesso', 'Roles'],
  rolesHere: ['Definidos aqui, em Pessoas', 'Set here, under People'],
  rolesThere: ['Definidos pelo provedor', 'Set by the provider'],
  rolesHint: [
    'O perfil de acesso segue o provedor a cada entrada. Quem não tem nenhum destes valores não entra, e suas sessões são encerradas.',
    'The role follows the provider at each sign-in. Those with none of these values can’t sign in, and their sessions end.',
  ],
  claim: ['Claim dos perfis de acesso', 'Claim with the roles'],
  claimHint: [
    'Um nome, como roles ou groups, ou um caminho, como realm_access.roles.',
    'A name, such as roles or groups, or a path, such as realm_access.roles.',
  ],
  nthValue: [(n: number) => `Valor ${n}`, (n: number) => `Value ${n}`],
  nthRole: [(n: number) => `Perfil de acesso ${n}`, (n: number) => `Role ${n}`],
  removeNth: [(n: number) => `Remover valor ${n}`, (n: number) => `Remove value ${n}`],
  add: ['Mais um valor', 'One more value'],
  creates: ['Criar pessoas no primeiro acesso', 'Create people at their first sign-in'],
  createsHint: [
    'Sem convite. Quem entra como vendedor só vê pedidos depois que alguém indicar, em Pessoas, qual é o seu vendedor.',
    'Without an invitation. A seller sees no orders until somebody sets, under People, which seller they are.',
  ],
  save: ['Salvar', 'Save'],
  saved: ['Login corporativo salvo', 'Single sign-on saved'],
  remove: ['Desativar login corporativo', 'Remove single sign-on'],
  removeTitle: ['Desativar o login corporativo?', 'Remove single sign-on?'],
  removeWhy: [
    'Ninguém mais entra por ele. As sessões abertas continuam; quem não tem senha precisa de um link para criar uma.',
    'Nobody can sign in by it any more. Open sessions stay; those without a password need a link to set one.',
  ],
  removed: ['Login corporativo desativado', 'Single sign-on removed'],
})
