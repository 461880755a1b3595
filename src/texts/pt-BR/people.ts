/** Of members, sessions and signing in, and of JWTs. */
export const peopleTexts = {
  'must have {link}, and in braces nothing but link, customer, order, account and total.':
    'precisa ter {link}, e entre chaves só link, customer, order, account e total.',
  'An account sends {0} mails to its members in a day, and {1} to one of them: wait {2} seconds.':
    'Uma conta envia {0} e-mails aos seus membros num dia, e {1} a um deles: espere {2} segundos.',
  'The account has {0} tokens, the most.': 'A conta tem {0} tokens, o máximo.',
  'The account has {0} members, the most.': 'A conta tem {0} membros, o máximo.',
  'The keys of the issuer of the JWT can’t be read just now.':
    'Não é possível ler as chaves do emissor do JWT neste momento.',
  'The JWT can’t be read.': 'Não é possível ler o JWT.',
  'The JWT is for no audience that this service gave to an issuer.':
    'O JWT não é para nenhuma audiência que este serviço deu a um emissor.',
  'The issuer that the audience of the JWT was given to is no longer trusted.':
    'O emissor ao qual a audiência do JWT foi dada não é mais confiável.',
  'The subject of the JWT is no text of at most {0} characters.':
    'O sujeito do JWT não é um texto de no máximo {0} caracteres.',
  'The subject of the JWT is none that the account trusts.':
    'O sujeito do JWT não é nenhum em que a conta confia.',
  'The JWT has expired.': 'O JWT venceu.',
  'The JWT is not valid yet.': 'O JWT ainda não vale.',
  'The JWT is of another issuer than the one that its audience was given to.':
    'O JWT é de outro emissor que não aquele ao qual a sua audiência foi dada.',
  'The claim {0} of the JWT is missing or wrong.': 'A claim {0} do JWT falta ou está errada.',
  'The key of the JWT is none that its issuer publishes.':
    'A chave do JWT não é nenhuma das que o seu emissor publica.',
  'The signature of the JWT is wrong, or not by one of {0}.':
    'A assinatura do JWT está errada, ou não é por um de {0}.',
  'An account trusts at most {0} issuers.': 'Uma conta confia em no máximo {0} emissores.',
  'Trusted issuer {0}': 'O emissor confiável {0}',
  'The account’s sign-in provider': 'O provedor de login da conta',
  'The sign-in provider is for who may do and see everything: it says who people are.':
    'O provedor de login é para quem pode fazer e ver tudo: ele diz quem as pessoas são.',
  'needs "role_map": nobody could tell what role a new member has.':
    'precisa de "role_map": ninguém saberia que perfil de acesso um membro novo tem.',
  'is required: none is kept for this issuer.':
    'é obrigatório: nenhum é guardado para este emissor.',
  'The sign-in provider does not answer as one: {0}.':
    'O provedor de login não responde como um: {0}.',
  'The sign-in provider can’t be reached just now ({0}): try again, or sign in with your password.':
    'Não é possível falar com o provedor de login neste momento ({0}): tente de novo, ou entre com a senha.',
  'The sign-in provider let nobody in.': 'O provedor de login não deixou ninguém entrar.',
  'The sign-in provider answered “{0}”.': 'O provedor de login respondeu “{0}”.',
  'The sign-in provider does not know this service: its client or secret is wrong.':
    'O provedor de login não conhece este serviço: o ID do cliente ou o segredo está errado.',
  'The sign-in provider takes this answer no more: sign in again.':
    'O provedor de login não aceita mais esta resposta: entre de novo.',
  'The answer of the sign-in provider does not hold ({0}).':
    'A resposta do provedor de login não vale ({0}).',
  'The sign-in provider’s name for the person is too long.':
    'O nome que o provedor de login dá à pessoa é longo demais.',
  'The way to the sign-in provider began in another browser, or too long ago: begin again.':
    'A ida ao provedor de login começou em outro navegador, ou há tempo demais: comece de novo.',
  'The sign-in provider gives you no role here: ask whoever manages the account’s members.':
    'O provedor de login não define nenhum perfil de acesso seu aqui: fale com quem administra os membros da conta.',
  'The sign-in provider does not say that your e-mail is verified.':
    'O provedor de login não diz que o seu e-mail foi verificado.',
  'The member with the e-mail {0} is somebody else to the sign-in provider: whoever manages the members can undo that link.':
    'O membro com o e-mail {0} é outra pessoa para o provedor de login: quem administra os membros pode desfazer essa ligação.',
  'Nobody with the e-mail {0} has been invited.': 'Ninguém com o e-mail {0} foi convidado.',
  'A way to reset passwords by e-mail': 'Um meio de redefinir senhas por e-mail',
  'The session has ended: sign in again.': 'A sessão terminou: entre de novo.',
  'Send a token or the cookie of a session, not both.':
    'Envie um token ou o cookie de uma sessão, não os dois.',
  'This is for members who signed in; a token is no member.':
    'Isto é para membros que entraram; um token não é membro.',
  'The request comes from a page of another origin than this one.':
    'A requisição vem de uma página de outra origem.',
  'The member was removed meanwhile.': 'O membro foi removido nesse meio-tempo.',
  'Member {0} already has the e-mail "{1}".': 'O membro {0} já tem o e-mail "{1}".',
  'The link was used, has expired or was replaced by another.':
    'O link já foi usado, venceu ou foi substituído por outro.',
  'sign-ins to be looked at': 'entradas a conferir',
  'Too many attempts to sign in: wait {0} seconds.':
    'Tentativas demais de entrar: aguarde {0} segundos.',
  'is among those that others try first: take several words that do not belong together.':
    'está entre as que outros tentam primeiro: use várias palavras que não combinem entre si.',
  'The e-mail or the password is wrong.': 'O e-mail ou a senha está errado.',
  'The e-mail and the password belong to several accounts: {0}.':
    'O e-mail e a senha são de várias contas: {0}.',
  'is required: the link makes the first member.': 'é obrigatório: o link cria o primeiro membro.',
  'is not the password.': 'não é a senha.',
  'Passwords and sessions are not sent over plain http. Open the service by https; for a trial in a closed network the operator sets ALLOW_INSECURE_SIGN_IN=true.':
    'Senhas e sessões não passam por http simples. Abra o serviço por https; para um teste em rede fechada, o operador define ALLOW_INSECURE_SIGN_IN=true.',
  'Session {0}': 'A sessão {0}',
  'Member {0}': 'O membro {0}',
  'User {0} does not exist.': 'O vendedor {0} não existe.',
  'The role {0} may do what you may not: {1}.':
    'O perfil de acesso {0} permite o que você não pode fazer: {1}.',
  '{0} may do or see more than you.': '{0} pode ou vê mais do que você.',
  'Member {0} is the last one who can manage the members.':
    'O membro {0} é o último que pode administrar os membros.',
  'A view that is not shared belongs to a member; a token is no member.':
    'Uma visão que não é compartilhada é de um membro; um token não é membro.',
  'The list of {0} has no such parameter.': 'A lista de {0} não tem este parâmetro.',
  'must have at most {0} characters in all.': 'deve ter no máximo {0} caracteres ao todo.',
  'The account has {0} shared views, the most.': 'A conta tem {0} visões compartilhadas, o máximo.',
  'The member has {0} views, the most.': 'O membro tem {0} visões, o máximo.',
  'View {0}': 'A visão {0}',
  'It took too long, or was done already: begin again.':
    'Demorou demais, ou já foi feito: comece de novo.',
  'Browsers take passkeys for a host that has a name, by https or on this machine; {0} is none.':
    'Navegadores só aceitam chaves de acesso para um servidor com nome, por https ou nesta máquina; {0} não é um.',
  'The passkey is of no member here, or was not confirmed.':
    'A chave de acesso não é de nenhum membro daqui, ou não foi confirmada.',
  'was not made for this, or was not confirmed.':
    'não foi criada para isto, ou não foi confirmada.',
  'is registered already.': 'já está cadastrada.',
  'You signed in more than {0} minutes ago: send your password, or sign in again.':
    'Você entrou há mais de {0} minutos: envie sua senha, ou entre de novo.',
  'A member has at most {0} passkeys.': 'Um membro tem no máximo {0} chaves de acesso.',
  'Passkey {0}': 'A chave de acesso {0}',
  // Test accounts.
  'A test account': 'Uma conta de teste',
  'This is a test account itself.': 'Esta já é uma conta de teste.',
  'The test account {0} exists already. Remove it first to make another.':
    'A conta de teste {0} já existe. Remova-a antes de criar outra.',
  'A session to go back to': 'Uma sessão para a qual voltar',
  'Name no account, or with --remove the one to be removed.':
    'Não indique conta, ou com --remove a que deve ser removida.',
  'The test account {0}, "{1}", exists already. Let somebody in: pedido member create or pedido token create --account {2}. Remove it: pedido demo --remove {3}':
    'A conta de teste {0}, "{1}", já existe. Para alguém entrar: pedido member create ou pedido token create --account {2}. Para removê-la: pedido demo --remove {3}',
  'sample data': 'dados de exemplo',
  'account {0}': 'conta {0}',
  'Test account {0}, "{1}": {2} customers, {3} products, {4} orders.\n\nOpen this link to choose an e-mail and a password (once, within a day):\n\n  {5}\n\nA token that may do everything there:\n\n  {6}\n\nTry it, once the service runs:\n\n  curl -H \'Authorization: Bearer {7}\' {8}/orders\n\nRemove it: pedido demo --remove\n':
    'Conta de teste {0}, "{1}": {2} clientes, {3} produtos, {4} pedidos.\n\nAbra este link para escolher e-mail e senha (uma vez, durante um dia):\n\n  {5}\n\nUm token que pode tudo nela:\n\n  {6}\n\nExperimente, com o serviço em execução:\n\n  curl -H \'Authorization: Bearer {7}\' {8}/orders\n\nPara removê-la: pedido demo --remove\n',
  removal: 'remoção',
  'Test account {0}, "{1}", and all its data are removed.\n':
    'A conta de teste {0}, "{1}", e todos os dados dela foram removidos.\n',
  'Test account {0}, "{1}", is closed; the service is removing its data.\n':
    'A conta de teste {0}, "{1}", está encerrada; o serviço está removendo os dados dela.\n',
  'There is no test account.': 'Não há conta de teste.',
  'There are several test accounts: {0}. Name the one to be removed.':
    'Há várias contas de teste: {0}. Indique a que deve ser removida.',
  'Account {0} is no test account, and this removes test accounts only: see pedido account delete.':
    'A conta {0} não é uma conta de teste, e isto remove só contas de teste: veja pedido account delete.',
}
