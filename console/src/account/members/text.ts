import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Pessoas', 'People'],
  sub: ['Quem entra no Pedido, e o que pode.', 'Who signs in to Pedido, and what they may do.'],
  invite: ['Convidar pessoa', 'Invite somebody'],
  inviteAction: ['Convidar', 'Invite'],
  name: ['Nome', 'Name'],
  email: ['E-mail', 'E-mail'],
  role: ['Papel', 'Role'],
  status: ['Acesso', 'Access'],
  invited: ['Convidado', 'Invited'],
  active: ['Ativo', 'Active'],
  you: ['você', 'you'],
  seller: ['Vendedor', 'Seller'],
  sellerHint: [
    'Quem esta pessoa é nos pedidos; em branco se não vende.',
    'Who this person is in orders; empty for those who don’t sell.',
  ],
  noSeller: ['Não é vendedor', 'Not a seller'],
  sees: ['Pedidos que vê', 'Orders they see'],
  seesHint: [
    'O que vê, também muda, se o papel deixa. De clientes vê os dos mesmos vendedores, ou todos, se as configurações abrem a leitura; de produtos, todos.',
    'What they see they also change, where the role lets them. Of customers they see those of the same sellers, or all where the settings let them be read; of products all.',
  ],
  all: ['Todos', 'All'],
  own: ['Só os do próprio vendedor', 'Only those of their own as seller'],
  some: ['Só os de alguns vendedores ou filiais', 'Only those of some sellers or branches'],
  ofNone: ['Nenhum, até escolher o vendedor', 'None, until it is said which seller this is'],
  provider: ['Login da empresa', 'Company sign-in'],
  linked: [
    'Ligado a uma pessoa do login da empresa: só ela entra por lá. Se hoje é outra, desfaça a ligação; na próxima entrada vale o e-mail.',
    'Linked to one person of the company sign-in: nobody else gets in that way. Who is another one there today needs the link undone; the e-mail counts at the next sign-in.',
  ],
  unlink: ['Desfazer ligação', 'Undo the link'],
  unlinked: ['Ligação desfeita', 'Link undone'],
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
    'Envie a esta pessoa. Com ele escolhe a senha e entra. Vale uma vez, por 7 dias, e não será mostrado de novo.',
    'Send it to this person, to choose a password and sign in. It works once, for 7 days, and will not be shown again.',
  ],
  resetHint: [
    'Envie a esta pessoa. Com ele escolhe outra senha. Vale uma vez, por 24 horas, e não será mostrado de novo.',
    'Send it to this person, to choose another password. It works once, for 24 hours, and will not be shown again.',
  ],
  mailedToo: [
    'Um e-mail com outro link também vai para esta pessoa.',
    'An e-mail with another link goes to this person, too.',
  ],
  notMailed: ['E-mail não enviado', 'E-mail not sent'],
  save: ['Salvar', 'Save'],
  saved: ['Pessoa salva', 'Person saved'],
  access: ['Entrada', 'Sign-in'],
  waits: [
    (day: string) => `Convidado em ${day}; ainda não escolheu a senha.`,
    (day: string) => `Invited on ${day}; has not chosen a password yet.`,
  ],
  hasPassword: [
    'Entra com uma senha. Se a esqueceu, ou se alguém mais entrou, gere um link para escolher outra: a atual vale até lá. Com ele as sessões terminam, e as chaves de acesso são removidas se a pessoa não as mantiver.',
    'Signs in with a password. Who forgot it, or whom somebody else got in as, needs a link to choose another: the present one works until then. Their sessions end with it, and their passkeys are removed unless they keep them.',
  ],
  byProvider: [
    'Entra pelo login da empresa, e com a senha, se tiver uma. Com um link escolhe uma: as sessões terminam, e as chaves de acesso são removidas se a pessoa não as mantiver.',
    'Signs in by the company sign-in, and with a password, where there is one. A link is to choose one: their sessions end with it, and their passkeys are removed unless they keep them.',
  ],
  newInvitation: ['Novo link de convite', 'New invitation link'],
  resetLink: ['Link para trocar a senha', 'Link to choose another password'],
  sessions: ['Onde está conectado', 'Where they are signed in'],
  noSessions: ['Em nenhum lugar.', 'Nowhere.'],
  endAll: ['Encerrar todas', 'End all'],
  endAllTitle: [
    (name: string) => `Encerrar todas as sessões de ${name}?`,
    (name: string) => `End all sessions of ${name}?`,
  ],
  endAllWhy: [
    'Em dois segundos terá de entrar de novo, em todo lugar.',
    'Within two seconds they have to sign in again, everywhere.',
  ],
  endedAll: ['Sessões encerradas', 'Sessions ended'],
  passkeys: ['Chaves de acesso', 'Passkeys'],
  noPasskeys: ['Nenhuma.', 'None.'],
  removePasskey: [(name: string) => `Remover “${name}”?`, (name: string) => `Remove “${name}”?`],
  removePasskeyAction: ['Remover chave', 'Remove passkey'],
  removePasskeyWhy: [
    'Ninguém entra mais com ela. Sessões abertas continuam: encerre as que esta pessoa não reconhece.',
    'Nobody signs in with it any more. Open sessions go on: end those that this person does not know.',
  ],
  passkeyRemoved: ['Chave removida', 'Passkey removed'],
  remove: ['Remover pessoa', 'Remove'],
  removeTitle: [(name: string) => `Remover ${name}?`, (name: string) => `Remove ${name}?`],
  removeWhy: [
    'As sessões terminam e os links deixam de valer. O que esta pessoa fez nos pedidos continua com o nome dela.',
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
    'É você: sairá do Pedido e só volta com um convite.',
    'This is you: you will be signed out, and only an invitation lets you back in.',
  ],
  removed: ['Pessoa removida', 'Person removed'],
})
