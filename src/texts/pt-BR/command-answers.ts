/** What commands say of what they were told, and of what they did. */
export const commandAnswerTexts = {
  // Words that can't be understood.
  'There is no command "{0}".\nSee: pedido --help': 'Não há comando "{0}".\nVeja: pedido --help',
  'There is no command "{0}". "pedido {1}" was probably meant.\nSee: pedido --help':
    'Não há comando "{0}". Provavelmente seria "pedido {1}".\nVeja: pedido --help',
  'There is no option {0}; {1} was probably meant.': 'Não há opção {0}; provavelmente seria {1}.',
  'There is no option {0}. It has {1}.': 'Não há opção {0}. O comando tem {1}.',
  'There is no option {0}. The command has none.': 'Não há opção {0}. O comando não tem nenhuma.',
  '"{0}" is one word too many.': '"{0}" é uma palavra a mais.',
  '{0} needs a value.': '{0} precisa de um valor.',
  '{0} takes no value.': '{0} não aceita valor.',
  '{0} takes {1}.': '{0} aceita {1}.',
  '"{0}" is not the id of a record.': '"{0}" não é o id de um registro.',
  // Accounts, tokens and members.
  'Name one account.': 'Indique uma conta.',
  'Which account? Give --account.': 'Qual conta? Indique --account.',
  'Whose tokens? Give --account.': 'Os tokens de quem? Indique --account.',
  'Whose history? Give --account.': 'O histórico de quem? Indique --account.',
  '"{0}" is no IANA time zone.': '"{0}" não é um fuso horário da IANA.',
  'There is no account "{0}".': 'Não há conta "{0}".',
  'There is no account with the id {0}.': 'Não há conta com o id {0}.',
  'Several accounts are named "{0}"; name one by its id: {1}.':
    'Várias contas se chamam "{0}"; indique uma pelo id: {1}.',
  'The account "{0}" exists already (id {1}).': 'A conta "{0}" já existe (id {1}).',
  '--after takes a time such as 30d, 12h, 15m or 0, not "{0}".':
    '--after aceita um prazo como 30d, 12h, 15m ou 0, e não "{0}".',
  'This deletes account {0}, "{1}", with all that is in it: {2}. Nothing was changed. Where it is meant, add: --confirm {3}':
    'Isto exclui a conta {0}, "{1}", com tudo o que há nela: {2}. Nada foi alterado. Se for essa, acrescente: --confirm {3}',
  'Account {0}, {1}, is closed, and is deleted from {2} on.\nUntil then: pedido account restore {3}\n':
    'A conta {0}, {1}, está fechada, e é excluída a partir de {2}.\nAté lá: pedido account restore {3}\n',
  'Account {0} is open.\n': 'A conta {0} está aberta.\n',
  '--name needs a name.': '--name precisa de um nome.',
  'account {0}, {1}': 'conta {0}, {1}',
  '{0} worth {1}, {2}, {3}\n': '{0} no valor de {1}, {2}, {3}\n',
  'Account {0}, {1}: {2}, {3}.': 'Conta {0}, {1}: {2}, {3}.',
  'All ids are as they were, the account’s own too.':
    'Todos os ids são como eram, também o da própria conta.',
  'Its own id is a new one, since that was another account’s; all ids of its records are as they were.':
    'O id dela é novo, porque o anterior era de outra conta; todos os ids dos registros são como eram.',
  'Nobody has a token or a session yet: see "pedido token create" and "pedido member reset".':
    'Ninguém tem token nem sessão ainda: veja "pedido token create" e "pedido member reset".',
  'Webhooks that are disabled until each has a secret that its receiver knows: {0}.':
    'Webhooks desativados até que cada um tenha um segredo que o seu receptor conheça: {0}.',
  'A token needs --account, --name and at least one --scope.':
    'Um token precisa de --account, --name e pelo menos um --scope.',
  'There is no scope {0}.': 'Não há escopo {0}.',
  '--expires-at takes an RFC 3339 date-time such as 2027-01-01T00:00:00Z.':
    '--expires-at aceita uma data e hora da RFC 3339, como 2027-01-01T00:00:00Z.',
  'Give --account and the ids of tokens.': 'Indique --account e os ids dos tokens.',
  'A member needs --account, --email, --name and --role.':
    'Um membro precisa de --account, --email, --name e --role.',
  'There is no role {0}.': 'Não há papel {0}.',
  '--language is pt-BR or en.': '--language é pt-BR ou en.',
  'Give --account and --email.': 'Indique --account e --email.',
  '"{0}" is no e-mail address.': '"{0}" não é um endereço de e-mail.',
  'There is a member with the e-mail {0} already.': 'Já há um membro com o e-mail {0}.',
  'There is no member with the e-mail {0}.': 'Não há membro com o e-mail {0}.',
  // The database and its backups.
  'The database is up to date.\n': 'O banco de dados está atualizado.\n',
  'Applied {0}.\n': 'Aplicadas: {0}.\n',
  'There is no key: set SECRET_KEY.': 'Não há chave: configure SECRET_KEY.',
  'The connection to the database broke off while the change was being stored. Look whether it was made before you repeat it.':
    'A conexão com o banco de dados caiu enquanto a alteração era gravada. Veja se ela foi feita antes de repeti-la.',
  'The data folder {0} is in use by {1}. The embedded database serves one process: stop the other one, or set another DATA_DIR.':
    'A pasta de dados {0} está em uso ({1}). O banco de dados embutido atende um processo: pare o outro, ou configure outro DATA_DIR.',
  'The embedded database in {0} is in use by {1}, and it serves one process: stop the service for this command. Beside it you can run pedido status, account show, account export and backup; members and tokens are seen to in its console, or by its API.':
    'O banco de dados embutido em {0} está em uso ({1}), e atende um processo: pare o serviço para este comando. Ao lado dele podem ser usados pedido status, account show, account export e backup; de membros e tokens cuidam o console e a API dele.',
  'process {0}': 'processo {0}',
  'process {0} on {1}': 'processo {0} em {1}',
  'another process': 'outro processo',
  'BACKUP_DIR can’t be used with tables that are spread over a Citus cluster, whose nodes share no snapshot. Unset it, and save the nodes themselves, as docs/backup.md says.':
    'BACKUP_DIR não pode ser usada com tabelas espalhadas por um cluster Citus, cujos nós não compartilham um instantâneo. Remova-a, e salve os próprios nós, como diz docs/backup.pt-BR.md.',
  'Name one file.': 'Indique um arquivo.',
  '"{0}" names a bucket, and no file in it.': '"{0}" indica um bucket, e nenhum arquivo nele.',
  '{0} is a folder: name a new file in it.': '{0} é uma pasta: indique um arquivo novo nela.',
  'There is a file {0}: name a new one.': 'Já há um arquivo {0}: indique um novo.',
  'Images that were replaced meanwhile, or are gone: {0}.':
    'Imagens que foram substituídas nesse meio-tempo, ou sumiram: {0}.',
  'The backup is whole: everything in it was restored and is as it was.\n':
    'O backup está íntegro: tudo o que há nele foi restaurado e é como era.\n',
  'Restored.\n{0}\n': 'Restaurado.\n{0}\n',
  'made {0} by Pedido {1}': 'feito em {0} pelo Pedido {1}',
  '{0}, {1} worth {2}, {3}': '{0}, {1} no valor de {2}, {3}',
  '{0} in {1}, {2}': '{0} em {1}, {2}',
  // A running service that is asked.
  '"{0}" is no address such as https://pedido.example.com.':
    '"{0}" não é um endereço como https://pedido.example.com.',
  'A token is needed: --token, or PEDIDO_TOKEN.': 'É preciso um token: --token, ou PEDIDO_TOKEN.',
  '{0} does not answer: {1}. Does the service run, and is this its address (--url, PEDIDO_URL)?':
    '{0} não responde: {1}. O serviço está no ar, e este é o endereço dele (--url, PEDIDO_URL)?',
  '{0} ({1}, request {2})': '{0} ({1}, requisição {2})',
  'The service answered with status {0}.': 'O serviço respondeu com o status {0}.',
  'An export needs one of: {0}.': 'Uma exportação precisa de um destes: {0}.',
  '--format takes csv, xlsx or ndjson.': '--format aceita csv, xlsx ou ndjson.',
  '--from and --to are not for {0}.': '--from e --to não servem para {0}.',
  '--filter takes NAME=VALUE.': '--filter aceita NOME=VALOR.',
  'The export broke off, and is not whole: {0}':
    'A exportação foi interrompida, e não está completa: {0}',
  'Name one customer by its id.': 'Indique um cliente pelo id.',
  '--keep-status and --keep-none exclude each other.':
    '--keep-status e --keep-none excluem um ao outro.',
  'Customer {0} is "{1}". Its data is removed for good with --yes; nothing was done yet.':
    'O cliente {0} é "{1}". Com --yes os dados são removidos de vez; nada foi feito ainda.',
  'Customer {0} is anonymous. {1}. Going through all else …':
    'O cliente {0} está anônimo. {1}. Percorrendo todo o resto …',
  'Customer {0} is anonymous. {1}; the first {2} are listed. Going through all else …':
    'O cliente {0} está anônimo. {1}; os primeiros {2} estão na lista. Percorrendo todo o resto …',
  'order stays as it is': 'pedido fica como é',
  'orders stay as they are': 'pedidos ficam como são',
  'Done.': 'Feito.',
  // Imports.
  'An import needs a resource and a file.': 'Uma importação precisa de um recurso e um arquivo.',
  'There is no resource "{0}".': 'Não há recurso "{0}".',
  '--run takes an id.': '--run aceita um id.',
  'There is no file {0}.': 'Não há arquivo {0}.',
  '{0} is a folder: name a file in it.': '{0} é uma pasta: indique um arquivo dela.',
  '{0} is not JSON: {1}': '{0} não é JSON: {1}',
  trying: 'testando',
  tried: 'testado',
  writing: 'gravando',
  done: 'pronto',
  cancelled: 'cancelado',
  failed: 'falhou',
  '{0}, {1} refused': '{0}, recusados: {1}',
  'The file was taken for this, headings in line {0}:\n{1}':
    'O arquivo foi lido assim, títulos na linha {0}:\n{1}',
  'The file was taken for this ({0}), headings in line {1}:\n{2}':
    'O arquivo foi lido assim ({0}), títulos na linha {1}:\n{2}',
  'Nothing is taken from: {0}.': 'Nada é lido de: {0}.',
  'line {0}: {1}': 'linha {0}: {1}',
  'line {0}, {1}: {2}': 'linha {0}, {1}: {2}',
  // Behind the colon a word is the same for one and for many.
  '{0}: {1}; {2} created, {3} changed, {4} unchanged, {5} refused.':
    '{0}: {1}; criados: {2}, alterados: {3}, iguais: {4}, recusados: {5}.',
  '{0}: {1}; would be {2} created, {3} changed, {4} unchanged, {5} refused.':
    '{0}: {1}; seriam criados: {2}, alterados: {3}, iguais: {4}, recusados: {5}.',
  'Nothing is written yet. To write it: pedido import --run {0}\n':
    'Nada foi gravado ainda. Para gravar: pedido import --run {0}\n',
  'With --refused FILE the refused lines are written there, to be corrected and imported.':
    'Com --refused ARQUIVO as linhas recusadas são gravadas ali, para corrigir e importar.',
  'The refused lines are in {0}.': 'As linhas recusadas estão em {0}.',
  'Interrupted.': 'Interrompido.',
} as const satisfies Record<string, string>
