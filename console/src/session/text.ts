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
    'Nenhuma chave de acesso foi usada. Tente novamente ou entre com a senha.',
    'No passkey was used. Try again, or sign in with your password.',
  ],
  byProvider: [(name: string) => `Entrar com ${name}`, (name: string) => `Sign in with ${name}`],
  signingIn: ['Entrando…', 'Signing in…'],
  notSignedIn: ['Não foi possível entrar', 'You are not signed in'],
  otherWays: ['Entrar de outra forma', 'Sign in another way'],
  noProvider: [
    'Esta empresa não usa login corporativo. Entre com e-mail e senha.',
    'This company does not use single sign-on. Use e-mail and password.',
  ],
  elsewhere: [
    'Entre em outra aba e volte: esta página continua de onde parou.',
    'Sign in on another tab and come back: this page continues where you left off.',
  ],
  forgotten: [
    'Esqueceu a senha? Peça um link ao administrador da conta.',
    'Forgot your password? Ask your administrator for a link.',
  ],
  forgot: ['Esqueci a senha', 'I forgot my password'],
  resetEmail: ['Seu e-mail', 'Your e-mail'],
  sendLink: ['Enviar um link', 'Send a link'],
  resetAsked: [
    'Se este e-mail estiver cadastrado, enviaremos um link para criar outra senha.',
    'If this e-mail is registered, a link to set a new password is on its way.',
  ],
  documentation: ['Documentação da API', 'API documentation'],
  ended: ['Sua sessão terminou', 'Your session has ended'],
  endedWhy: [
    'Entre novamente para continuar de onde parou. Nada do que você digitou foi perdido.',
    'Sign in again to continue where you left off. Nothing you typed is lost.',
  ],
  gone: [
    'Sem conexão com o servidor. Nada foi perdido: tudo continua assim que a conexão voltar.',
    'The server can’t be reached. Nothing is lost: everything continues once the connection is back.',
  ],
  welcome: ['Boas-vindas', 'Welcome'],
  invitedTo: [
    (account: string) => `Crie seu acesso à ${account}`,
    (account: string) => `Set up your access to ${account}`,
  ],
  yourName: ['Seu nome', 'Your name'],
  language: ['Idioma', 'Language'],
  keepPasskeys: ['Manter minhas chaves de acesso', 'Keep my passkeys'],
  keepPasskeysHint: [
    (names: string) =>
      `${names}. Marque somente se todas forem suas. Se não marcar, elas serão removidas e ninguém mais entra com elas.`,
    (names: string) =>
      `${names}. Only if all of them are yours. Otherwise they are removed, and nobody can sign in with them.`,
  ],
  begin: ['Começar', 'Begin'],
  linkGone: ['Este link não vale mais', 'This link no longer works'],
  linkGoneWhy: [
    'Ele já foi usado ou expirou. Peça outro ao administrador da conta.',
    'It has been used or has expired. Ask your administrator for another.',
  ],
  toSignIn: ['Ir para a página de entrada', 'Go to sign-in'],
})
