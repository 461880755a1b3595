/** What commands say of what they were told, and of what they did. */
export const commandAnswerTexts = {
  // Words that can't be understood.
  'There is no command "{0}".\nSee: pedido --help': 'Não há comando "{0}".\nVeja: pedido --help',
  'There is no command "{0}". "pedido {1}" was probably meant.\nSee: pedido --help':
    'Não há comando "{0}". Provavelmente seria "pedido {1}".\nVeja: pedido --help',
  '"pedido {0}" goes on with one of these words:': '"pedido {0}" continua com uma destas palavras:',
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
  '{0} takes a time such as 30d, 12h, 15m or 0, not "{1}".':
    '{0} aceita um prazo como 30d, 12h, 15m ou 0, e não "{1}".',
  'This deletes account {0}, "{1}", with all that is in it: {2}. Nothing was changed. Where it is meant, add: --confirm {3}':
    'Isto exclui a conta {0}, "{1}", com tudo o que há nela: {2}. Nada foi alterado. Se for essa, acrescente: --confirm {3}',
  'Account {0}, {1}, is closed, and is deleted from {2} on.\nUntil then: pedido account restore {3}\n':
    'A conta {0}, {1}, está encerrada, e será excluída a partir de {2}.\nAté lá: pedido account restore {3}\n',
  'Account {0} is open.\n': 'A conta {0} está aberta.\n',
  '--name needs a name.': '--name precisa de um nome.',
  'account {0}, {1}': 'conta {0}, {1}',
  '{0} worth {1}, {2}, {3}\n': '{0} no valor de {1}, {2}, {3}\n',
  'Account {0}, {1}: {2}, {3}.': 'Conta {0}, {1}: {2}, {3}.',
  'All ids are as they were, the account’s own too.':
    'Todos os ids ficaram como eram, também o da própria conta.',
  'Its own id is a new one, since that was another account’s; all ids of its records are as they were.':
    'O id dela é novo, porque o anterior era de outra conta; todos os ids dos registros ficaram como eram.',
  'Nobody has a token or a session yet: see "pedido token create" and "pedido member reset".':
    'Ninguém tem token nem sessão ainda: veja "pedido token create" e "pedido member reset".',
  'Webhooks that are disabled until each has a secret that its receiver knows: {0}.':
    'Webhooks desativados até que cada um tenha um segredo que o seu receptor conheça: {0}.',
  'Members whose passwords were hashed by another service, and who choose new ones ("pedido member reset"): {0}.':
    'Membros cujas senhas vieram com hash de outro serviço e que escolhem novas ("pedido member reset"): {0}.',
  'A token needs --account, --name and at least one --scope.':
    'Um token precisa de --account, --name e pelo menos um --scope.',
  'There is no scope {0}.': 'Não há escopo {0}.',
  '--expires-at takes an RFC 3339 date-time such as 2027-01-01T00:00:00Z.':
    '--expires-at aceita uma data e hora da RFC 3339, como 2027-01-01T00:00:00Z.',
  'Give --account and the ids of tokens.': 'Indique --account e os ids dos tokens.',
  'Give --address or --any-address, not both.': 'Indique --address ou --any-address, não os dois.',
  'Give what is to change.': 'Indique o que mudar.',
  'Give --account and the id of one token.': 'Indique --account e o id de um token.',
  '--old-ends-after takes 30d at most.': '--old-ends-after aceita no máximo 30d.',
  'A member needs --account, --email, --name and --role.':
    'Um membro precisa de --account, --email, --name e --role.',
  'There is no role {0}.': 'Não há perfil de acesso {0}.',
  '--language is pt-BR or en.': '--language aceita pt-BR ou en.',
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
  'The embedded database in {0} is in use by {1}, and it serves one process: stop the service for this command. Beside it you can run pedido status, account show, account export and backup; members, tokens and a test account are seen to in its console, or by its API.':
    'O banco de dados embutido em {0} está em uso ({1}), e atende um processo: pare o serviço para este comando. Ao lado dele podem ser usados pedido status, account show, account export e backup; de membros, tokens e uma conta de teste cuidam o console e a API dele.',
  'process {0}': 'processo {0}',
  'process {0} on {1}': 'processo {0} em {1}',
  'another process': 'outro processo',
  'BACKUP_DIR can’t be used with tables that are spread over a Citus cluster, whose nodes share no snapshot. Unset it, and save the nodes themselves, as docs/backup.md says.':
    'BACKUP_DIR não pode ser usada com tabelas espalhadas por um cluster Citus, cujos nós não compartilham um instantâneo. Remova-a, e salve os próprios nós, como diz docs/backup.pt-BR.md.',
  '{0} is a file, where a folder should be: move it, or set another {1}.':
    '{0} é um arquivo, onde deveria haver uma pasta: mova-o, ou configure outro {1}.',
  '{0} takes no files: name another place than {1}.':
    '{0} não aceita arquivos: indique outro lugar que não {1}.',
  'There is no database in {0}, so there is nothing to save. Set DATA_DIR to the folder of the service, or DATABASE_URL.':
    'Não há banco de dados em {0}, portanto nada a salvar. Ponha em DATA_DIR a pasta do serviço, ou configure DATABASE_URL.',
  'The connection to the database broke off. Nothing half was left; run the command again.':
    'A conexão com o banco de dados caiu. Nada ficou pela metade; execute o comando de novo.',
  'There is a database in {0} already. Nothing was changed. Move it away, or set DATA_DIR to another folder.':
    'Já há um banco de dados em {0}. Nada foi alterado. Mova-o, ou ponha em DATA_DIR outra pasta.',
  'The key of the secrets is in {0} now. Before the service starts, set SECRET_KEY to what is in it.':
    'A chave dos segredos está agora em {0}. Antes que o serviço inicie, ponha em SECRET_KEY o que há nele.',
  'put the file secret-key of the old DATA_DIR into {0}, or set SECRET_KEY':
    'ponha o arquivo secret-key do antigo DATA_DIR em {0}, ou configure SECRET_KEY',
  'set SECRET_KEY to it (the embedded database keeps it in the file secret-key of its DATA_DIR)':
    'ponha-a em SECRET_KEY (o banco de dados embutido a guarda no arquivo secret-key do seu DATA_DIR)',
  'Secrets of webhooks were sealed with a key that is not here ({0}). Before the service starts, {1}; without it nothing is sent to them.':
    'Segredos de webhooks foram cifrados com uma chave que não está aqui ({0}). Antes que o serviço inicie, {1}; sem ela nada lhes é enviado.',
  'The embedded database can’t be distributed: let DATABASE_URL name the coordinator of a Citus cluster.':
    'O banco de dados embutido não pode ser distribuído: indique em DATABASE_URL o coordenador de um cluster Citus.',
  'There are no workers: the coordinator keeps the shards itself (docs/scaling.md).':
    'Não há workers: o próprio coordenador guarda os shards (docs/scaling.pt-BR.md).',
  'Distributed by account: {0}.\n': 'Distribuídas por conta: {0}.\n',
  'The database is distributed already.\n': 'O banco de dados já está distribuído.\n',
  'Name one file.': 'Indique um arquivo.',
  // The catalogue of taxes.
  'Loaded the catalogue of {0}: {1} taxes, {2} effects, {3} rates.\n':
    'Catálogo de {0} carregado: {1} impostos, {2} efeitos, {3} alíquotas.\n',
  'This catalogue of {0} is loaded already.\n': 'Este catálogo de {0} já está carregado.\n',
  'The catalogue that is loaded is of {0}, and this file of {1}: nothing was loaded. To go back to it: --older.':
    'O catálogo carregado é de {0}, e este arquivo, de {1}: nada foi carregado. Para voltar a ele: --older.',
  'The file lacks taxes that are loaded ({0}): nothing was loaded. A tax that is over stays, and a row of effects closes it.':
    'Faltam no arquivo impostos que estão carregados ({0}): nada foi carregado. Um imposto extinto continua no arquivo, e uma linha de effects o encerra.',
  '{0}: {1} Nothing was loaded.': '{0}: {1} Nada foi carregado.',
  '{0} has faults, and nothing was loaded:\n{1}': '{0} tem erros, e nada foi carregado:\n{1}',
  '{0} has faults:\n{1}': '{0} tem erros:\n{1}',
  'The file {0}': 'O arquivo {0}',
  '{0} {1}': '{0} {1}',
  '{0}, row {1}{2}: {3}{4}': '{0}, linha {1}{2}: {3}{4}',
  'is not among the taxes.': 'não está entre os impostos (taxes).',
  'has no effect for the regime "any".': 'não tem efeito (effects) para o regime "any".',
  'must be null where effect is null.': 'deve ser null onde effect é null.',
  'must not be before since.': 'não pode ser anterior a since.',
  'is that of row {0}, too.': 'já é o da linha {0}.',
  'must be 2 to 30 small letters, digits and underscores.':
    'deve ter de 2 a 30 letras minúsculas, dígitos e sublinhados.',
  '"{0}" names a bucket, and no file in it.': '"{0}" indica um bucket, e nenhum arquivo nele.',
  '{0} is a folder: name a new file in it.': '{0} é uma pasta: indique um arquivo novo nela.',
  'There is a file {0}: name a new one.': 'Já há um arquivo {0}: indique um novo.',
  'Images and attachments that were replaced meanwhile, or are gone: {0}.':
    'Imagens e anexos que foram substituídos nesse meio-tempo, ou sumiram: {0}.',
  'The backup is whole: everything in it was restored and is as it was.\n':
    'O backup está íntegro: tudo o que há nele foi restaurado e está como era.\n',
  'Restored.\n{0}\n': 'Restaurado.\n{0}\n',
  'made {0} by Pedido {1}': 'feito em {0} pelo Pedido {1}',
  '{0}, {1} worth {2}, {3}': '{0}, {1} no valor de {2}, {3}',
  '{0} in {1}, {2}': '{0} em {1}, {2}',
  // What status and doctor find.
  'docs/runbook.md': 'docs/runbook.pt-BR.md',
  'none answers in DATA_DIR': 'nenhum responde em DATA_DIR',
  'Start it, or look on the machine where it runs; docs/operations.md says when it is not found.':
    'Inicie-o, ou olhe na máquina onde ele está no ar; docs/operations.pt-BR.md diz quando não é encontrado.',
  'Start the service with these settings, or give this command those that it was started with.':
    'Inicie o serviço com estas configurações, ou dê a este comando aquelas com que ele foi iniciado.',
  'one process': 'um processo',
  '{0} of {1} workers': '{0} de {1} workers',
  'has died': 'morreu',
  'have died': 'morreram',
  '{0}, {1}': '{0}, {1}',
  'Pedido {0}, process {1} on {2} since {3}, {4}': 'Pedido {0}, processo {1} em {2} desde {3}, {4}',
  'Look into its log ({0}, PedidoWorkersDie).': 'Olhe o log dele ({0}, PedidoWorkersDie).',
  'Nothing is served without it ({0}, PedidoDatabaseDown).':
    'Sem ele nada é atendido ({0}, PedidoDatabaseDown).',
  'there is none yet: the first start makes it': 'ainda não há: a primeira inicialização o cria',
  'a process that does not answer has it open': 'um processo que não responde o tem aberto',
  embedded: 'embutido',
  PostgreSQL: 'PostgreSQL',
  'Citus on PostgreSQL': 'Citus em PostgreSQL',
  '{0} {1}, {2}': '{0} {1}, {2}',
  '{0}; DATABASE_URL of these settings names another':
    '{0}; a DATABASE_URL destas configurações indica outro',
  'no migration applied': 'nenhuma migração aplicada',
  '{0} applied, the last {1}': 'aplicadas: {0}, a última {1}',
  '{0}; to come: {1}': '{0}; por vir: {1}',
  'The next start does that, or pedido migrate.':
    'A próxima inicialização faz isso, ou pedido migrate.',
  'event waits for its place': 'evento espera o seu lugar',
  'events wait for their place': 'eventos esperam o seu lugar',
  'event to be sent': 'evento por enviar',
  'events to be sent': 'eventos por enviar',
  '{0}; {1} enabled, {2} of them failing, {3} given up':
    '{0}; ativos: {1}, falhando: {2}, abandonados: {3}',
  '{0}, the oldest for {1} s': '{0}, o mais antigo há {1} s',
  'A service that runs puts them there ({0}, PedidoFeedLate).':
    'Um serviço no ar os põe ali ({0}, PedidoFeedLate).',
  'Look at their deliveries ({0}, PedidoWebhooksLate).':
    'Olhe as entregas deles ({0}, PedidoWebhooksLate).',
  'Enable them when their receivers are well ({0}, PedidoWebhookDisabled).':
    'Ative-os quando os receptores deles estiverem bem ({0}, PedidoWebhookDisabled).',
  'imports that run: {0}, recalculations: {1}': 'importações em andamento: {0}, recálculos: {1}',
  'mail to be sent': 'e-mail por enviar',
  'mails to be sent': 'e-mails por enviar',
  'Look at SMTP_URL and MAIL_FROM ({0}, PedidoMailsStuck).':
    'Olhe SMTP_URL e MAIL_FROM ({0}, PedidoMailsStuck).',
  'a synchronous standby that commits wait for is away':
    'um standby síncrono pelo qual os commits esperam está fora do ar',
  'Start it, or take it out of synchronous_standby_names ({0}, PedidoStandbyAway).':
    'Inicie-o, ou tire-o de synchronous_standby_names ({0}, PedidoStandbyAway).',
  'secrets in the database are kept with the key {0}, which SECRET_KEY lacks':
    'há segredos no banco guardados com a chave {0}, que falta em SECRET_KEY',
  'Add it to SECRET_KEY, behind the first one ({0}, PedidoSecretsUnreadable).':
    'Acrescente-a a SECRET_KEY, atrás da primeira ({0}, PedidoSecretsUnreadable).',
  'it does not answer': 'não responde',
  '{0} is off: a crash loses orders that were answered, or damages the database':
    '{0} está off: uma queda perde pedidos que foram respondidos, ou danifica o banco',
  'Set it to on in postgresql.conf.': 'Ponha on em postgresql.conf.',
  '{0} is off: rows that are gone are never cleared away, and everything gets slower':
    '{0} está off: linhas que já se foram nunca são retiradas, e tudo fica mais lento',
  'shared_buffers is {0}, and the database has {1}': 'shared_buffers é {0}, e o banco tem {1}',
  'Set it to a quarter of the server’s memory: docs/operations.md.':
    'Ponha um quarto da memória do servidor: docs/operations.pt-BR.md.',
  '{0} checkpoints were forced by a full log, {1} came by the clock: each makes the next changes write whole pages':
    '{0} checkpoints foram forçados por um log cheio, {1} vieram pelo relógio: cada um faz as alterações seguintes gravarem páginas inteiras',
  'Raise max_wal_size ({0}): docs/operations.md.':
    'Aumente max_wal_size ({0}): docs/operations.pt-BR.md.',
  '{0}: {1}, {2} free': '{0}: {1}, {2} livres',
  'Make room there: a full disk stops all changes (docs/runbook.md, PedidoDiskFull).':
    'Libere espaço ali: um disco cheio para todas as alterações (docs/runbook.pt-BR.md, PedidoDiskFull).',
  // Mails to the operator.
  'Pedido on {0}: "{1}" is not well': 'Pedido em {0}: "{1}" não está bem',
  'Pedido on {0}: "{1}" is well again': 'Pedido em {0}: "{1}" está bem de novo',
  'What was told is over. The log of the service and pedido status say more.':
    'O que foi avisado passou. O log do serviço e pedido status dizem mais.',
  'none fails': 'nenhum falha',
  '"{0}" fails since {1}': '"{0}" falha desde {1}',
  'The log says why; it is tried again ({0}, PedidoJobFails).':
    'O log diz por quê; é tentado de novo ({0}, PedidoJobFails).',
  used: 'em uso',
  'not used: {0}': 'fora de uso: {0}',
  '{0}, {1} ms behind': '{0}, {1} ms atrás',
  'The primary serves all reads meanwhile ({0}, PedidoReplicaUnused).':
    'O primário atende todas as leituras nesse meio-tempo ({0}, PedidoReplicaUnused).',
  'it can’t be reached': 'não pode ser alcançada',
  'it is further behind than DATABASE_READ_MAX_LAG_MS allows':
    'está mais atrasada do que DATABASE_READ_MAX_LAG_MS permite',
  'it is no replica, or no longer one': 'não é uma réplica, ou não é mais',
  'it does not follow the primary, or not yet since a failover':
    'não segue o primário, ou ainda não desde um failover',
  'it has not got the migrations of the primary yet': 'ainda não tem as migrações do primário',
  'it is no copy of the database at DATABASE_URL':
    'não é uma cópia do banco de dados em DATABASE_URL',
  'none by schedule: BACKUP_DIR is not set': 'nenhum programado: BACKUP_DIR não está configurada',
  'docs/backup.md says how.': 'docs/backup.pt-BR.md diz como.',
  'The log of the service says why ({0}, PedidoBackupOld).':
    'O log do serviço diz por quê ({0}, PedidoBackupOld).',
  'there is none in {0} yet': 'ainda não há nenhum em {0}',
  'Put that right, or make another one: pedido backup FILE.':
    'Corrija isso, ou faça outro: pedido backup ARQUIVO.',
  '{0}, whole, with {1}: {2}': '{0}, íntegro, com {1}: {2}',
  'overdue; {0}': 'atrasado; {0}',
  'BACKUP_DIR can’t be used with a Citus cluster: the service does not start with it':
    'BACKUP_DIR não pode ser usada com um cluster Citus: com ela o serviço não inicia',
  'Unset it. {0}': 'Remova-a. {0}',
  'of a Citus cluster each node is saved by itself':
    'num cluster Citus, cada nó é salvo por si mesmo',
  'Base backups of every node with an archived log, and citus_create_restore_point: docs/backup.md.':
    'Backups de base de cada nó com log arquivado, e citus_create_restore_point: docs/backup.pt-BR.md.',
  processor: 'processador',
  processors: 'processadores',
  'Node.js {0}, {1}, {2} of memory': 'Node.js {0}, {1}, {2} de memória',
  'Rename it, or unset it.': 'Renomeie-a, ou remova-a.',
  'SECRET_KEY is not set: webhooks and sign-in providers can’t be kept':
    'SECRET_KEY não está configurada: webhooks e provedores de login não podem ser guardados',
  'Set it to the output of: openssl rand -base64 32. Keep it apart from backups.':
    'Ponha nela a saída de: openssl rand -base64 32. Guarde-a longe dos backups.',
  'TRUST_PROXY is set and PUBLIC_URL is not: links and passkeys are for the host that the proxy asks for':
    'TRUST_PROXY está definida e PUBLIC_URL não: links e chaves de acesso valem para o host que o proxy chama',
  'Set PUBLIC_URL to the address that people open.':
    'Defina PUBLIC_URL com o endereço que as pessoas abrem.',
  'ALLOW_INSECURE_SIGN_IN: passwords can be read on the network':
    'ALLOW_INSECURE_SIGN_IN: as senhas podem ser lidas na rede',
  'Put a proxy with TLS in front (docs/production.md).':
    'Ponha um proxy com TLS na frente (docs/production.pt-BR.md).',
  'none is wrong': 'nenhuma está errada',
  'other users of the machine may look into {0}':
    'outros usuários da máquina podem ver o que há em {0}',
  'A start of the service keeps them out of what its user owns. Else: chmod -R go= {0}':
    'Ao iniciar, o serviço fecha a eles o que é do seu usuário. Senão: chmod -R go= {0}',
  'It has to be a folder that the service’s user owns.':
    'Tem de ser uma pasta que pertence ao usuário do serviço.',
  'in DATA_DIR': 'em DATA_DIR',
  'the bucket {0}': 'o bucket {0}',
  '{0} does not answer: {1}': '{0} não responde: {1}',
  'Look at S3_ENDPOINT, S3_REGION, the keys and their rights (get, put, list, delete).':
    'Veja S3_ENDPOINT, S3_REGION, as chaves e os direitos delas (get, put, list, delete).',
  'BACKUP_DIR is not set: the service makes no backups by itself':
    'BACKUP_DIR não está configurada: o serviço não faz backups sozinho',
  'Set it to a folder on another disk (docs/backup.md).':
    'Ponha nela uma pasta em outro disco (docs/backup.pt-BR.md).',
  'It has to be a folder that the service’s user may write to.':
    'Tem de ser uma pasta em que o usuário do serviço possa gravar.',
  'A running service makes them at BACKUP_SCHEDULE: look into its log for why not.':
    'Um serviço no ar os faz em BACKUP_SCHEDULE: veja no log dele por que não.',
  'there is none yet': 'ainda não há nenhum',
  'the newest is of {0}': 'o mais novo é de {0}',
  'embedded; the first start makes it in {0}': 'embutido; a primeira inicialização o cria em {0}',
  'embedded; a service has it open, so only that can look into it':
    'embutido; um serviço o tem aberto, e só ele pode olhar dentro',
  'Until then nothing is served.': 'Até lá nada é atendido.',
  'PostgreSQL is {0}': 'o PostgreSQL é {0}',
  'Pedido needs {0} or newer: upgrade it.': 'O Pedido precisa do {0} ou mais novo: atualize-o.',
  'As its owner: grant usage, create on schema public to the user of DATABASE_URL.':
    'Como o dono: grant usage, create on schema public ao usuário de DATABASE_URL.',
  'the user may not make tables in the schema public':
    'o usuário não pode criar tabelas no esquema public',
  'Install the package with PostgreSQL’s own extensions (postgresql-contrib).':
    'Instale o pacote das extensões do próprio PostgreSQL (postgresql-contrib).',
  'pg_trgm is not there, which searching needs': 'falta pg_trgm, de que a busca precisa',
  'DATABASE_URL must be of the primary; a replica belongs into DATABASE_READ_URL.':
    'DATABASE_URL tem de ser do primário; uma réplica vai em DATABASE_READ_URL.',
  'it takes no changes: a replica, or locked': 'não aceita alterações: é réplica, ou está travado',
  'this machine’s and the database’s are {0} s apart':
    'o desta máquina e o do banco de dados diferem em {0} s',
  'Let both keep time by NTP (timedatectl set-ntp true).':
    'Acerte os dois por NTP (timedatectl set-ntp true).',
  'up to date': 'em dia',
  'to be migrated: {0}': 'por migrar: {0}',
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
  'Events go to {0}, signed with {1}': 'Os eventos vão para {0}, assinados com {1}',
  'To go on behind it: --cursor {0}': 'Para continuar depois dele: --cursor {0}',
  '--to takes an address, such as http://localhost:8080/pedido.':
    '--to aceita um endereço, como http://localhost:8080/pedido.',
  '--secret takes a secret of a webhook: whsec_ and base64.':
    '--secret aceita um segredo de webhook: whsec_ e base64.',
  'Name one customer by its id.': 'Indique um cliente pelo id.',
  '--keep-status and --keep-none exclude each other.':
    '--keep-status e --keep-none excluem um ao outro.',
  'Customer {0} is "{1}". Its data is removed for good with --yes; nothing was done yet.':
    'O cliente {0} é "{1}". Com --yes os dados são removidos de vez; nada foi feito ainda.',
  'Customer {0} is anonymous. {1}. Going through all else …':
    'O cliente {0} está anonimizado. {1}. Percorrendo todo o resto …',
  'Customer {0} is anonymous. {1}; the first {2} are listed. Going through all else …':
    'O cliente {0} está anonimizado. {1}; os primeiros {2} estão na lista. Percorrendo todo o resto …',
  'order stays as it is': 'pedido fica como está',
  'orders stay as they are': 'pedidos ficam como estão',
  'Done.': 'Feito.',
  'These mention the person and stay as they are, as they may be of somebody else. Look at them: {0}':
    'Estes mencionam a pessoa e ficam como estão, pois podem ser de outra. Veja-os: {0}',
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
  'The orders are worth {0}.': 'Os pedidos somam {0}.',
  '{0} of the orders that exist already lose items or value: {1} less.':
    '{0} dos pedidos que já existem perdem itens ou valor: {1} a menos.',
  '{0}: {1}; {2} created, {3} changed, {4} unchanged, {5} refused.':
    '{0}: {1}; criados: {2}, alterados: {3}, iguais: {4}, recusados: {5}.',
  '{0}: {1}; would be {2} created, {3} changed, {4} unchanged, {5} refused.':
    '{0}: {1}; seriam criados: {2}, alterados: {3}, iguais: {4}, recusados: {5}.',
  'waiting for its columns': 'esperando pelas colunas',
  '--column takes a field and a column: fk_id=SKU.':
    '--column recebe um campo e uma coluna: fk_id=SKU.',
  'The file has these columns:\n{0}\n': 'O arquivo tem estas colunas:\n{0}\n',
  'This is the sheet “{0}” of {1}: --sheet chooses another.\n':
    'Esta é a planilha “{0}” de {1}: --sheet escolhe outra.\n',
  'Nothing was done. To say which column is which: pedido import --run {0} {1}\n':
    'Nada foi feito. Para dizer o que é cada coluna: pedido import --run {0} {1}\n',
  'Nothing is written yet. To write it: pedido import --run {0}\n':
    'Nada foi gravado ainda. Para gravar: pedido import --run {0}\n',
  'With --refused FILE the refused lines are written there, to be corrected and imported.':
    'Com --refused ARQUIVO as linhas recusadas são gravadas ali, para corrigir e importar.',
  'The refused lines are in {0}.': 'As linhas recusadas estão em {0}.',
  'Interrupted.': 'Interrompido.',
} as const satisfies Record<string, string>
