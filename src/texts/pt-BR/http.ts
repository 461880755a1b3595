/** Of requests in general: tokens, headers, bodies, the values of fields, lists. */
export const httpTexts = {
  // Bodies in the words of an answer.
  'is read-only: the service sets it. Leave it out.':
    'só pode ser lido: o serviço o define. Deixe-o de fora.',
  'is read-only, and the record has another value now.':
    'só pode ser lido, e o registro tem agora outro valor.',
  'is read-only, and the record has {0} now.': 'só pode ser lido, e o registro tem agora {0}.',
  'is read-only, and the record has none with this id now.':
    'só pode ser lido, e o registro não tem agora nenhum com este id.',
  'says another thing than {0}, which is {1}.': 'diz outra coisa que {0}, que é {1}.',
  'names no record: it needs an id or a fk_id.':
    'não informa registro nenhum: precisa de um id ou de um fk_id.',
  'must be an object with an id or a fk_id, or null; the id alone is {0}.':
    'precisa ser um objeto com um id ou um fk_id, ou null; só o id é {0}.',
  'Another writer changed the record meanwhile.':
    'Outra gravação mudou o registro nesse meio-tempo.',
  // Who asks.
  'Send `Authorization: Bearer <token>`.': 'Envie `Authorization: Bearer <token>`.',
  'The Authorization header is not `Bearer <token>`.':
    'O cabeçalho Authorization não é `Bearer <token>`.',
  'The token is malformed: one looks like `pdo_1_…`.':
    'O token está malformado: um token tem a forma `pdo_1_…`.',
  'The account is closed, and is deleted from {0} on.':
    'A conta está encerrada e será excluída a partir de {0}.',
  'The token is unknown, expired or revoked.': 'O token é desconhecido, expirou ou foi revogado.',
  'The token does not work from the address {0}.': 'O token não funciona a partir do endereço {0}.',
  'is {0}, which the token lacks: a token never gets more than it was made with.':
    'é {0}, que o token não tem: um token nunca ganha mais do que tinha quando foi criado.',
  'must have {0}, from where the token changes itself.':
    'precisa ter {0}, de onde o token altera a si mesmo.',
  'must be among those of the token that asks: {0}.':
    'precisa estar entre os do token que pede: {0}.',
  'must not be later than {0}, when the token ends now.':
    'não pode ser depois de {0}, quando o token termina hoje.',
  'must be an address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.':
    'precisa ser um endereço ou uma rede, como 203.0.113.7, 203.0.113.0/24 ou 2001:db8::/32.',
  'is not for files.': 'não é para arquivos.',
  'needs {0} among fields.': 'precisa de {0} em fields.',
  'The token lacks the scope {0}.': 'Falta ao token o escopo {0}.',
  'The token lacks the scopes {0}.': 'Faltam ao token os escopos {0}.',
  'This token has used up its requests of this minute.':
    'Este token já usou as suas requisições deste minuto.',
  'The client has {0} access tokens with different scopes: ask for the same ones again.':
    'O cliente tem {0} tokens de acesso com escopos diferentes: peça de novo os mesmos.',
  'Too many links have been opened from this address.':
    'Links demais foram abertos a partir deste endereço.',
  'Too many sign-ins have been begun from this address.':
    'Entradas demais foram iniciadas a partir deste endereço.',
  'Too many failed authentications from this address.':
    'Autenticações malsucedidas demais vindas deste endereço.',
  'The account': 'A conta',
  'A logo of the account': 'O logotipo da conta',
  "The token can't grant what it lacks itself: {0}.":
    'O token não pode conceder o que ele mesmo não tem: {0}.',
  'is {0}, which the token that asks lacks itself.': 'é {0}, que o próprio token que pede não tem.',
  'Token {0} is the last one that works with the scope tokens:manage.':
    'O token {0} é o último em vigor com o escopo tokens:manage.',
  'Token {0}': 'O token {0}',
  'An old secret of token {0}': 'Um segredo antigo do token {0}',
  'must be in the future.': 'deve estar no futuro.',
  'must not be later than {0}, when the token ends that makes this one.':
    'não pode ser depois de {0}, quando termina o token que cria este.',
  // The request and its answer.
  'This path answers with {0}.': 'Este caminho responde com {0}.',
  'This path takes {0}.': 'Este caminho aceita {0}.',
  'The console is not built: run `npm install` without --omit=dev, or copy console/dist.':
    'O console não foi construído: execute `npm install` sem --omit=dev, ou copie console/dist.',
  'The console has no such file.': 'O console não tem esse arquivo.',
  'There is nothing at this path.': 'Não há nada neste caminho.',
  'The address is not percent-encoded UTF-8.':
    'O endereço não está em UTF-8 com codificação percentual.',
  'must be percent-encoded UTF-8.': 'deve estar em UTF-8 com codificação percentual.',
  'This is not an HTTP/1.1 request.': 'Isto não é uma requisição HTTP/1.1.',
  'This is not an HTTP/1.1 request: {0}.': 'Isto não é uma requisição HTTP/1.1: {0}.',
  'The request did not arrive whole in time.': 'A requisição não chegou inteira a tempo.',
  'The request line and the headers are longer than 16 KiB.':
    'A linha da requisição e os cabeçalhos passam de 16 KiB.',
  'The chunk extensions of the body are too long.':
    'As extensões dos blocos do corpo são longas demais.',
  'The request can’t be read: {0}.': 'A requisição não pode ser lida: {0}.',
  'Something failed on our side; nothing was changed.':
    'Algo falhou do nosso lado; nada foi alterado.',
  'This process has {0} connections, as many as it may.':
    'Este processo tem {0} conexões, tantas quantas pode ter.',
  'No process takes further connections just now.':
    'Nenhum processo aceita mais conexões neste momento.',
  'The service is about to stop.': 'O serviço está para parar.',
  // Shares of an account.
  'There are as many {0} in this process as it may have.':
    'Este processo já tem tantos quantos pode ter: {0}.',
  'This account {0} {1} {2} in this process, as many as one account may: {3} % of what all share (ACCOUNT_QUOTA_PERCENT).':
    'Neste processo esta conta {0} {1} {2}, o máximo de uma conta: {3}% do que todas compartilham (ACCOUNT_QUOTA_PERCENT).',
  'There are {0} {1} of the same network or person in this process, as many as it may have.':
    'Neste processo já há {0} {1} da mesma rede ou pessoa, o máximo de uma.',
  has: 'tem',
  'waits for': 'espera por',
  'bulk requests': 'requisições em massa',
  'bodies on their way': 'corpos a caminho',
  'documents to be made': 'documentos por gerar',
  'exports being read': 'exportações em leitura',
  'reads of many rows': 'leituras de muitas linhas',
  exports: 'exportações',
  'images to be decoded': 'imagens por decodificar',
  'files to be attached': 'arquivos por anexar',
  'lookups elsewhere': 'consultas externas',
  'Images can’t be decoded just now: the system gives no process.':
    'As imagens não podem ser decodificadas agora: o sistema não dá nenhum processo.',
  'large writes': 'gravações grandes',
  'Nobody waits for the answer.': 'Ninguém espera pela resposta.',
  'requests that wait for events': 'requisições que esperam por eventos',
  'streams of events': 'transmissões de eventos',
  // Conditions and idempotency.
  'The record does not exist.': 'O registro não existe.',
  "The record's ETag is {0} now.": 'O ETag do registro agora é {0}.',
  'Idempotency-Key {0}': 'Idempotency-Key {0}',
  '{0} {1}': '{0} {1}',
  'must be * or the ETag of an answer with its quotes, such as "x7Vq"; several with commas between them.':
    'deve ser * ou a ETag de uma resposta com as suas aspas, como "x7Vq"; várias, separadas por vírgulas.',
  'must be 1 to 255 visible ASCII characters without spaces.':
    'deve ter de 1 a 255 caracteres ASCII visíveis, sem espaços.',
  'is not taken here: sending the same lines again changes nothing, and says `unchanged`.':
    'não é aceita aqui: enviar as mesmas linhas de novo nada altera, e responde `unchanged`.',
  'The first request with this Idempotency-Key still runs.':
    'A primeira requisição com esta Idempotency-Key ainda está em andamento.',
  'This Idempotency-Key was used by another token.':
    'Esta Idempotency-Key foi usada por outro token.',
  'This Idempotency-Key was used for another request.':
    'Esta Idempotency-Key foi usada para outra requisição.',
  'must be PUT, PATCH or DELETE.': 'deve ser PUT, PATCH ou DELETE.',
  // Bodies.
  'An address has at most {0} parameters: join values with commas.':
    'Um endereço tem no máximo {0} parâmetros: junte os valores com vírgulas.',
  'Send the body with {0}.': 'Envie o corpo com {0}.',
  'Send the body in UTF-8, with {0}: the charset "{1}" is not taken.':
    'Envie o corpo em UTF-8, com {0}: o charset "{1}" não é aceito.',
  'Send the body without Content-Encoding.': 'Envie o corpo sem Content-Encoding.',
  'Send the body with Content-Encoding: gzip, or without Content-Encoding.':
    'Envie o corpo com Content-Encoding: gzip, ou sem Content-Encoding.',
  'The body is not whole gzip, though Content-Encoding says so.':
    'O corpo não é um gzip inteiro, embora Content-Encoding diga que é.',
  'Compressed lines that are blank or too long come to more than MAX_BODY_BYTES allows.':
    'As linhas comprimidas que estão em branco ou são longas demais somam mais do que MAX_BODY_BYTES permite.',
  'The body is larger than the setting MAX_BODY_BYTES allows.':
    'O corpo é maior do que a configuração MAX_BODY_BYTES permite.',
  'The file is larger than the setting MAX_UPLOAD_BYTES allows.':
    'O arquivo é maior do que a configuração MAX_UPLOAD_BYTES permite.',
  'The body is empty; a JSON object is expected.': 'O corpo está vazio; espera-se um objeto JSON.',
  'The body is nested too deeply.': 'O corpo tem níveis demais, uns dentro dos outros.',
  'This is not JSON: it ends too early, behind `{0}`.':
    'Isto não é JSON: acaba cedo demais, depois de `{0}`.',
  'This is not JSON: line {0}, column {1} has `{2}`, which can’t stand there.':
    'Isto não é JSON: na linha {0}, coluna {1} está `{2}`, que não pode estar ali.',
  'The body is UTF-16 or UTF-32, not UTF-8.': 'O corpo está em UTF-16 ou UTF-32, e não em UTF-8.',
  'The line is UTF-16 or UTF-32, not UTF-8.': 'A linha está em UTF-16 ou UTF-32, e não em UTF-8.',
  'The body is not UTF-8.': 'O corpo não está em UTF-8.',
  'The key "{0}" stands twice in one object.': 'A chave "{0}" aparece duas vezes num mesmo objeto.',
  'The line is not UTF-8.': 'A linha não está em UTF-8.',
  // Values.
  'is required.': 'é obrigatório.',
  'contradicts {0}, which is {1}.': 'contradiz {0}, que é {1}.',
  'is required, or {0}.': 'é obrigatório, ou então {0}.',
  'is not a known property here. Known: {0}.':
    'não é uma propriedade conhecida aqui. Conhecidas: {0}.',
  '{0} Known: {1}.': '{0} Conhecidos: {1}.',
  'is not a parameter here. Did you mean {0}?': 'não é um parâmetro daqui. Você quis dizer {0}?',
  'is written without brackets, as {0}.': 'se escreve sem colchetes, como {0}.',
  'is written without brackets: {0}=a,b with commas, or {1} several times.':
    'se escreve sem colchetes: {0}=a,b com vírgulas, ou {1} várias vezes.',
  'is not a known property here. Did you mean {0}? Known: {1}.':
    'não é uma propriedade conhecida aqui. Você quis dizer {0}? Conhecidas: {1}.',
  'must be one of {0}. Did you mean {1}?': 'deve ser um destes: {0}. Você quis dizer {1}?',
  'is not a parameter here.': 'não é um parâmetro daqui.',
  'has a property whose name is not allowed.': 'tem uma propriedade cujo nome não é permitido.',
  'has more digits ({0}) than a JSON number carries exactly: round it to {1} decimals.':
    'tem mais dígitos ({0}) do que um número JSON guarda com exatidão: arredonde para {1} casas decimais.',
  'has more digits ({0}) than a JSON number carries exactly.':
    'tem mais dígitos ({0}) do que um número JSON guarda com exatidão.',
  'is no such decimal.': 'não é um decimal como esse.',
  'must be {0}, not "{1}".': 'deve ser {0}, e não "{1}".',
  'must be {0}, not {1}.': 'deve ser {0}, e não {1}.',
  'must be given once.': 'deve aparecer uma só vez.',
  'must be one of {0}.': 'deve ser um destes: {0}.',
  'must match {0}.': 'deve corresponder a {0}.',
  'must be < {0}.': 'deve ser menor que {0}.',
  'must be <= {0}.': 'deve ser no máximo {0}.',
  'must be > {0}.': 'deve ser maior que {0}.',
  'must be >= {0}.': 'deve ser no mínimo {0}.',
  'must be a valid {0}.': 'deve ser um valor válido do formato {0}.',
  'must be a CPF or CNPJ with the right check digits, such as 12.ABC.345/01DE-35.':
    'deve ser um CPF ou CNPJ com os dígitos verificadores corretos, como 12.ABC.345/01DE-35.',
  'must be a date such as 2026-11-21, of the years 1900 to 2199.':
    'deve ser uma data como 2026-11-21, dos anos 1900 a 2199.',
  'must be a regular expression.': 'deve ser uma expressão regular.',
  'must be an IANA time zone such as America/Sao_Paulo.':
    'deve ser um fuso horário da IANA, como America/Sao_Paulo.',
  'must be an RFC 3339 date-time (in a URL, write its + as %2B) or a date such as 2026-11-21, of the years 1900 to 2199.':
    'deve ser uma data e hora da RFC 3339 (numa URL, escreva o + como %2B) ou uma data como 2026-11-21, dos anos 1900 a 2199.',
  'must be an RFC 3339 date-time such as 2026-11-21T09:30:00-03:00 (without a zone: the account’s), or a date such as 2026-11-21, of the years 1900 to 2199.':
    'deve ser uma data e hora da RFC 3339, como 2026-11-21T09:30:00-03:00 (sem fuso: o da conta), ou uma data como 2026-11-21, dos anos 1900 a 2199.',
  'must be a GTIN of 8, 12, 13 or 14 digits with the right check digit, such as 7891000315507, or SEM GTIN.':
    'deve ser um GTIN de 8, 12, 13 ou 14 dígitos com o dígito verificador certo, como 7891000315507, ou SEM GTIN.',
  'must be an e-mail address such as compras@aurora.example.':
    'deve ser um endereço de e-mail, como compras@aurora.example.',
  'must have a visible character: white space around a text is taken off.':
    'deve ter um caractere visível: os espaços em volta de um texto são retirados.',
  'must not be empty.': 'não pode ficar vazio.',
  'must not have fewer than {0} characters.': 'não pode ter menos de {0} caracteres.',
  'must not have fewer than {0} items.': 'não pode ter menos de {0} elementos.',
  'must not have fewer than {0} properties.': 'não pode ter menos de {0} propriedades.',
  'must not have more than {0} characters.': 'não pode ter mais de {0} caracteres.',
  'must not have more than {0} items.': 'não pode ter mais de {0} elementos.',
  'must not have more than {0} properties.': 'não pode ter mais de {0} propriedades.',
  'must not have the same item twice.': 'não pode ter o mesmo elemento duas vezes.',
  'must be a finite number.': 'deve ser um número finito.',
  'must have at most 15 significant digits, all that a JSON number carries.':
    'pode ter no máximo 15 dígitos significativos, tudo o que um número JSON guarda.',
  'must have at most {0} decimals.': 'pode ter no máximo {0} casas decimais.',
  'must have at most {0} integer digits.': 'pode ter no máximo {0} dígitos inteiros.',
  'must have at least one visible character.': 'deve ter ao menos um caractere visível.',
  'must not begin or end with white space.': 'não pode começar nem terminar com espaço.',
  'must not contain characters that are invisible or change the direction ({0}).':
    'não pode conter caracteres invisíveis ou que mudam a direção ({0}).',
  'must not contain control characters (newline and tab are fine) or broken Unicode.':
    'não pode conter caracteres de controle (quebra de linha e tabulação podem) nem Unicode inválido.',
  'must not contain tabs or line ends.': 'não pode conter tabulações nem quebras de linha.',
  'must not have more than {0} combining marks on one character.':
    'não pode ter mais de {0} sinais combinados num só caractere.',
  'must not start with "id:", which names a record by its id.':
    'não pode começar com "id:", que indica um registro pelo seu id.',
  // Lists.
  'must have at most {0} words.': 'pode ter no máximo {0} palavras.',
  'can\'t sort by "{0}"; one of {1}, each also with "-".':
    'não ordena por "{0}"; um destes: {1}, cada um também com "-".',
  'names {0} twice.': 'indica {0} duas vezes.',
  'there is no property "{0}"; one or more of {1}.':
    'não há propriedade "{0}"; uma ou mais destas: {1}.',
  'must be at most {0}, or {1} with fields without {2}.':
    'pode ser no máximo {0}, ou {1} com fields sem {2}.',
  'must be at most {0}, or {1} with fields.': 'pode ser no máximo {0}, ou {1} com fields.',
  'is not for an export, which has the whole list.':
    'não cabe numa exportação, que tem a lista inteira.',
  'This cursor was not issued for this list, or was altered.':
    'Este cursor não foi emitido para esta lista, ou foi alterado.',
  'This cursor was made for another sort or other filters.':
    'Este cursor foi feito para outra ordenação ou outros filtros.',
  'can’t be combined with cursor mode.': 'não pode ser usado junto com o modo de cursor.',
  'makes a cursor too long: in cursor mode all filters together take {0} characters.':
    'torna o cursor longo demais: no modo de cursor todos os filtros juntos têm {0} caracteres.',
  'Or read it in cursor mode, where nothing is counted.':
    'Ou leia-a no modo de cursor, em que nada é contado.',
} as const satisfies Record<string, string>
