import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Pessoas', 'People'],
  sub: ['Quem tem acesso e o que cada um pode fazer.', 'Who has access, and what each may do.'],
  invite: ['Convidar pessoa', 'Invite somebody'],
  inviteAction: ['Convidar', 'Invite'],
  name: ['Nome', 'Name'],
  email: ['E-mail', 'E-mail'],
  role: ['Perfil de acesso', 'Role'],
  status: ['Acesso', 'Access'],
  invited: ['Convidado', 'Invited'],
  active: ['Ativo', 'Active'],
  you: ['você', 'you'],
  seller: ['Vendedor', 'Seller'],
  sellerHint: [
    'Com que vendedor esta pessoa aparece nos pedidos. Deixe em branco se não vende.',
    'Which seller this person is in orders. Leave it blank for those who don’t sell.',
  ],
  noSeller: ['Não é vendedor', 'Not a seller'],
  sees: ['Pedidos que vê', 'Orders they see'],
  seesHint: [
    'Só vê e altera estes pedidos. Clientes: os dos mesmos vendedores, ou todos, conforme as configurações. Produtos: vê todos.',
    'Sees and changes only these orders. Customers: those of the same sellers, or all, as the settings say. Products: sees all.',
  ],
  all: ['Todos', 'All'],
  own: ['Somente os próprios, como vendedor', 'Only their own, as seller'],
  some: ['Somente os de alguns vendedores ou filiais', 'Only those of some sellers or branches'],
  ofNone: ['Nenhum, até escolher o vendedor', 'None, until a seller is chosen'],
  provider: ['Login corporativo (SSO)', 'Single sign-on (SSO)'],
  linked: [
    'Vinculado a uma pessoa do login corporativo: somente ela entra por lá. Se a pessoa mudou, desfaça o vínculo; no próximo acesso vale o e-mail.',
    'Linked to one person of the single sign-on: nobody else signs in that way. If the person has changed, remove the link; the next sign-in goes by e-mail.',
  ],
  unlink: ['Desfazer vínculo', 'Remove the link'],
  unlinked: ['Vínculo desfeito', 'Link removed'],
  lastSeen: ['Último acesso', 'Last seen'],
  never: ['nunca', 'never'],
  language: ['Idioma', 'Language'],
  portuguese: ['Português', 'Português'],
  english: ['English', 'English'],
  cancel: ['Cancelar', 'Cancel'],
  done: ['Pronto', 'Done'],
  linkTitle: ['Copie o link agora', 'Copy the link now'],
  linkFor: [(name: string) => `Link de ${name}`, (name: string) => `Link of ${name}`],
  invitationHint: [
    'Envie este link à pessoa: com ele, ela cria a senha e entra. Vale uma única vez, por 7 dias, e não será mostrado de novo.',
    'Send this link to the person: with it they set a password and sign in. It works once, for 7 days, and will not be shown again.',
  ],
  resetHint: [
    'Envie este link à pessoa: com ele, ela cria outra senha. Vale uma única vez, por 24 horas, e não será mostrado de novo.',
    'Send this link to the person: with it they set another password. It works once, for 24 hours, and will not be shown again.',
  ],
  mailedToo: [
    'A pessoa também recebe um e-mail com outro link.',
    'The person also gets an e-mail with another link.',
  ],
  notMailed: ['E-mail não enviado', 'E-mail not sent'],
  save: ['Salvar', 'Save'],
  saved: ['Pessoa salva', 'Person saved'],
  access: ['Acesso', 'Access'],
  waits: [
    (day: string) => `Convite enviado em ${day}; a senha ainda não foi criada.`,
    (day: string) => `Invited on ${day}; no password set yet.`,
  ],
  hasPassword: [
    'Entra com senha. Se esqueceu a senha ou se outra pessoa entrou, gere um link para criar outra: a atual vale até lá. Ao usar o link, as sessões são encerradas, e as chaves de acesso são removidas, a menos que a pessoa as mantenha.',
    'Signs in with a password. If it is forgotten or somebody else got in, make a link to set another: the present one works until then. Using the link ends all sessions and removes passkeys, unless the person keeps them.',
  ],
  byProvider: [
    'Entra pelo login corporativo e, se tiver uma, com senha. Gere um link para criar uma senha: ao usá-lo, as sessões são encerradas, e as chaves de acesso são removidas, a menos que a pessoa as mantenha.',
    'Signs in by single sign-on and, if there is one, with a password. Make a link to set a password: using it ends all sessions and removes passkeys, unless the person keeps them.',
  ],
  newInvitation: ['Novo link de convite', 'New invitation link'],
  resetLink: ['Link para trocar a senha', 'Link to choose another password'],
  sessions: ['Sessões abertas', 'Open sessions'],
  noSessions: ['Nenhuma.', 'None.'],
  endAll: ['Encerrar todas', 'End all'],
  endAllTitle: [
    (name: string) => `Encerrar todas as sessões de ${name}?`,
    (name: string) => `End all sessions of ${name}?`,
  ],
  endAllWhy: [
    'Em dois segundos será preciso entrar novamente, em todos os aparelhos.',
    'Within two seconds they have to sign in again, on every device.',
  ],
  endedAll: ['Sessões encerradas', 'Sessions ended'],
  passkeys: ['Chaves de acesso', 'Passkeys'],
  noPasskeys: ['Nenhuma.', 'None.'],
  removePasskey: [(name: string) => `Remover “${name}”?`, (name: string) => `Remove “${name}”?`],
  removePasskeyAction: ['Remover chave', 'Remove passkey'],
  removePasskeyWhy: [
    'Ninguém mais entra com ela. As sessões abertas continuam: encerre as que esta pessoa não reconhece.',
    'Nobody can sign in with it any more. Open sessions stay: end those this person does not recognise.',
  ],
  passkeyRemoved: ['Chave removida', 'Passkey removed'],
  remove: ['Remover pessoa', 'Remove'],
  removeTitle: [(name: string) => `Remover ${name}?`, (name: string) => `Remove ${name}?`],
  removeWhy: [
    'As sessões são encerradas e os links deixam de valer. O que esta pessoa fez nos pedidos continua com o nome dela.',
    'Their sessions end and their links stop working. What they did to orders keeps their name.',
  ],
  hasCustomers: [
    (n: number) =>
      n === 1
        ? 'Continua com 1 cliente como vendedor.'
        : `Continua com ${n} clientes como vendedor.`,
    (n: number) =>
      n === 1 ? 'Keeps 1 customer as a seller.' : `Keeps ${n} customers as a seller.`,
  ],
  transferFirst: ['Transferir os clientes', 'Transfer the customers'],
  removeYou: [
    'É você: seu acesso termina agora e só volta com um convite.',
    'This is you: your access ends now, and only an invitation brings it back.',
  ],
  removed: ['Pessoa removida', 'Person removed'],
})
