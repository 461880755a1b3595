import { texts } from '../text/texts.ts'

export const text = texts({
  signIn: ['Entrar', 'Sign in'],
  email: ['E-mail', 'E-mail'],
  password: ['Senha', 'Password'],
  newPassword: ['Nova senha', 'New password'],
  passwordHint: [
    'Uma frase é fácil de lembrar e difícil de adivinhar.',
    'A phrase is easy to remember and hard to guess.',
  ],
  whichAccount: ['Em qual empresa?', 'Which company?'],
  byPasskey: ['Entrar com chave de acesso', 'Sign in with a passkey'],
  passkeyCancelled: [
    'Nenhuma chave de acesso foi usada. Tente de novo, ou entre com a senha.',
    'No passkey was used. Try again, or sign in with your password.',
  ],
  byProvider: [(name: string) => `Entrar com ${name}`, (name: string) => `Sign in with ${name}`],
  signingIn: ['Entrando…', 'Signing in…'],
  notSignedIn: ['Não foi possível entrar', 'You are not signed in'],
  otherWays: ['Entrar de outra forma', 'Sign in another way'],
  noProvider: [
    'Esta empresa não tem login próprio aqui. Entre com e-mail e senha.',
    'This company has no sign-in of its own here. Use e-mail and password.',
  ],
  elsewhere: [
    'Entre em outra aba; depois esta continua de onde parou.',
    'Sign in in another tab; then this one goes on where it was.',
  ],
  forgotten: [
    'Esqueceu a senha? Quem administra a conta lhe dá um link para criar outra.',
    'Forgot your password? Whoever manages the account can give you a link to set a new one.',
  ],
  forgot: ['Esqueci a senha', 'I forgot my password'],
  resetEmail: ['Seu e-mail', 'Your e-mail'],
  sendLink: ['Enviar um link', 'Send a link'],
  resetAsked: [
    'Se há um membro com este e-mail, um link para criar outra senha está a caminho.',
    'If there is a member with this e-mail, a link to set a new password is on its way.',
  ],
  documentation: ['Documentação da API', 'API documentation'],
  ended: ['Sua sessão terminou', 'Your session has ended'],
  endedWhy: [
    'Entre de novo para continuar de onde parou. Nada do que você digitou se perdeu.',
    'Sign in again to go on where you were. Nothing that you typed is lost.',
  ],
  gone: [
    'Sem conexão com o servidor. Nada se perde: tudo continua assim que ele voltar.',
    'The server can’t be reached. Nothing is lost: everything goes on as soon as it is back.',
  ],
  welcome: ['Bem-vindo', 'Welcome'],
  invitedTo: [
    (account: string) => `Crie seu acesso: ${account}`,
    (account: string) => `Set up your access: ${account}`,
  ],
  yourName: ['Seu nome', 'Your name'],
  language: ['Idioma', 'Language'],
  keepPasskeys: ['Manter minhas chaves de acesso', 'Keep my passkeys'],
  keepPasskeysHint: [
    (names: string) =>
      `${names}. Marque só se todas são suas: senão são removidas, e quem mais tiver uma não entra.`,
    (names: string) =>
      `${names}. Only if all are yours: else they are removed, and nobody else who has one gets in.`,
  ],
  begin: ['Começar', 'Begin'],
  linkGone: ['Este link não vale mais', 'This link no longer works'],
  linkGoneWhy: [
    'Ele já foi usado ou venceu. Peça outro a quem administra a conta.',
    'It has been used or has expired. Ask whoever manages the account for another.',
  ],
  toSignIn: ['Ir para a página de entrada', 'Go to sign-in'],
})
