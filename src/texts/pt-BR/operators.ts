/** Of the database, of files and settings, and of what else a person who runs the service can put right. */
export const operatorTexts = {
  'A node of the database can’t be reached just now.':
    'Um nó do banco de dados está fora de alcance neste momento.',
  'No node of the database can be reached just now.':
    'Nenhum nó do banco de dados pode ser alcançado neste momento.',
  'A number is larger than its field can hold.': 'Um número é maior do que o seu campo comporta.',
  'Another writer holds the record for too long.':
    'Outra gravação está segurando o registro por tempo demais.',
  'The change is stored, but no standby of the database has confirmed it in time: it is lost if the database is lost before that.':
    'A alteração está gravada, mas nenhum standby do banco de dados a confirmou a tempo: ela se perde se o banco se perder antes disso.',
  '{0} The record is {1}.': '{0} O registro é o {1}.',
  'OPERATOR_EMAIL needs SMTP_URL.': 'OPERATOR_EMAIL precisa de SMTP_URL.',
  'must be an address such as operator@example.com':
    'deve ser um endereço como operador@example.com',
  'Changes wait for a synchronous standby of the database, which is away.':
    'As alterações esperam por um standby síncrono do banco de dados, que está fora do ar.',
  'The connection to the database broke off while the change was being stored.':
    'A conexão com o banco de dados caiu enquanto a alteração era gravada.',
  '{0} If it was, the record is {1}.': '{0} Se foi gravada, o registro é o {1}.',
  'The connection to the database failed.': 'A conexão com o banco de dados falhou.',
  'The database can’t be reached just now.': 'O banco de dados está fora de alcance neste momento.',
  'The database ended a transaction that took too long.':
    'O banco de dados encerrou uma transação que demorou demais.',
  'The database has no connection left.': 'O banco de dados não tem mais conexões livres.',
  'The database has no room left: connections, memory or disk.':
    'O banco de dados não tem mais espaço: conexões, memória ou disco.',
  'The database is shutting down or starting up.': 'O banco de dados está parando ou iniciando.',
  'The database is too busy just now.': 'O banco de dados está ocupado demais neste momento.',
  'The database takes no changes just now.':
    'O banco de dados não aceita alterações neste momento.',
  'The database took too long.': 'O banco de dados demorou demais.',
  'The disk of the database fails.': 'O disco do banco de dados está falhando.',
  'The disk of the database is full.': 'O disco do banco de dados está cheio.',
  'Other writers kept changing the same records; try again.':
    'Outras gravações não paravam de alterar os mesmos registros; tente de novo.',
  'The database took too long to find this list. Narrow it, such as by dates.':
    'O banco de dados demorou demais para encontrar esta lista. Restrinja-a, por exemplo por datas.',
  'The database took too long to sum up these orders. {0}':
    'O banco de dados demorou demais para somar estes pedidos. {0}',
  'At most {0} orders are summed up by product at once, and these are more. {1}':
    'No máximo {0} pedidos são somados por produto de uma vez, e estes são mais. {1}',
  'At most {0} orders are looked at, and these are more: ask for fewer days.':
    'No máximo {0} pedidos são vistos, e estes são mais: peça menos dias.',
  'The database took too long to look at these orders: ask for fewer days.':
    'O banco de dados demorou demais para ver estes pedidos: peça menos dias.',
  'At most {0} orders are read to be summed up, and these are more. {1}':
    'No máximo {0} pedidos são lidos para serem somados, e estes são mais. {1}',
  'Narrow them, such as by `order_date_from` and `order_date_to`. By day, week, month, status or customer alone, all are summed up at once.':
    'Restrinja-os, por exemplo por `order_date_from` e `order_date_to`. Só por dia, semana, mês, situação ou cliente, todos são somados de imediato.',
  'The storage of files does not work just now.':
    'O armazenamento de arquivos não funciona neste momento.',
  // Settings.
  'Wrong settings:': 'Configuração errada:',
  '  {0}': '  {0}',
  '{0} {1}.': '{0} {1}.',
  '{0} {1}, not "{2}".': '{0} {1}, e não "{2}".',
  '{0} begins and ends with a quote, which is part of its value here: docker run --env-file, for one, takes none away. Write it without.':
    '{0} começa e termina com aspas, que aqui fazem parte do valor: o docker run --env-file, por exemplo, não as tira. Escreva-o sem elas.',
  '{0} is no setting: {1} was probably meant. Rename it, or unset it.':
    '{0} não é uma configuração: provavelmente era {1}. Troque o nome, ou retire-a.',
  'S3_BUCKET is needed with IMAGE_STORAGE=s3.': 'Com IMAGE_STORAGE=s3, S3_BUCKET é obrigatório.',
  'DATABASE_READ_URL needs DATABASE_URL, whose replica it is.':
    'DATABASE_READ_URL precisa de DATABASE_URL, de quem é a réplica.',
  'IMPORT_KEPT_BYTES must be at least IMPORT_MAX_BYTES.':
    'IMPORT_KEPT_BYTES precisa ser pelo menos IMPORT_MAX_BYTES.',
  'HISTORY_DAYS must be at least EVENT_RETENTION_DAYS, for which events are in the feed.':
    'HISTORY_DAYS precisa ser pelo menos EVENT_RETENTION_DAYS, os dias em que os eventos ficam no feed.',
  'SMTP_URL needs {0}.': 'SMTP_URL precisa de {0}.',
  'WORKERS above 1 needs DATABASE_URL: the embedded database is for one process.':
    'WORKERS acima de 1 precisa de DATABASE_URL: o banco embutido é para um processo só.',
  '{0} must be at least {1} with WORKERS={2}, not "{3}".':
    '{0} precisa ser pelo menos {1} com WORKERS={2}, e não "{3}".',
  'The file {0} {1}. Bring it back from where it is kept: by restore from a backup with its key, for one. Where it is lost, move the file away: a new one is made, and secrets of webhooks and sign-in providers have to be set again.':
    'O arquivo {0} {1}. Traga-o de volta de onde está guardado: por exemplo com restore, de um backup com a chave. Se está perdido, mova o arquivo para outro lugar: um novo é criado, e os segredos de webhooks e provedores de login precisam ser definidos de novo.',
  '"{0}" {1}.': '"{0}" {1}.',
  'must be a whole number from {0} to {1}': 'precisa ser um número inteiro de {0} a {1}',
  'must be one of {0}': 'precisa ser um destes: {0}',
  'must be a time of the day such as 02:30, or several by comma':
    'precisa ser um horário como 02:30, ou vários separados por vírgula',
  'holds a character in its user or password that ends them there: write "%" as %25, "/" as %2F, "?" as %3F, "#" as %23, "@" as %40 and ":" as %3A':
    'tem no usuário ou na senha um caractere que os encerra ali: escreva "%" como %25, "/" como %2F, "?" como %3F, "#" como %23, "@" como %40 e ":" como %3A',
  'must be an address such as postgres://user:password@host:5432/database':
    'precisa ser um endereço como postgres://usuario:senha@servidor:5432/banco',
  'such as https://shop.example.com': 'como https://loja.example.com',
  'here {0}': 'aqui {0}',
  'must be *, or origins by comma: scheme, host and port alone, {0}':
    'precisa ser *, ou origens separadas por vírgula: só esquema, host e porta, {0}',
  'must be a number from 0 to 1 such as 0.1': 'precisa ser um número de 0 a 1, como 0.1',
  'must be an address such as smtp://user:password@smtp.example.com:587':
    'precisa ser um endereço como smtp://usuario:senha@smtp.example.com:587',
  'must be an address such as pedido@example.com, or Pedido <pedido@example.com>':
    'precisa ser um endereço como pedido@example.com, ou Pedido <pedido@example.com>',
  'must be an address with {0} in it, such as https://lookup.example.com/{1}':
    'deve ser um endereço que contém {0}, como https://consulta.example.com/{1}',
  'must be an address such as https://pedido.example.com':
    'precisa ser um endereço como https://pedido.example.com',
  'must be what "sort" of GET /orders takes ({0})':
    'precisa ser o que o "sort" de GET /orders aceita ({0})',
  'must be an IANA time zone such as America/Sao_Paulo':
    'precisa ser um fuso horário da IANA, como America/Sao_Paulo',
  'must be {0} random bytes in base64, as of "openssl rand -base64 {1}", or several by comma':
    'precisa ter {0} bytes aleatórios em base64, como os de "openssl rand -base64 {1}", ou vários separados por vírgula',
  'must be an address such as s3://bucket/folder: letters, digits, -, _, . and /':
    'precisa ser um endereço como s3://bucket/pasta: letras, algarismos, -, _, . e /',
  'must be a comma list of host names, addresses and networks, each at all ports or one, such as erp.internal,10.0.0.0/8,192.168.1.5:8080,[fd00::1]:8080':
    'precisa ser uma lista de nomes, endereços e redes separados por vírgula, cada um com todas as portas ou uma só, como erp.internal,10.0.0.0/8,192.168.1.5:8080,[fd00::1]:8080',
  'must be how many proxies stand in front, such as 1, or a comma list of their addresses and networks, such as 10.0.0.5,fd00::/8 (whoever believes everybody, which "true" once meant, lets each client choose its address by a header)':
    'precisa ser quantos proxies ficam à frente, como 1, ou a lista dos seus endereços e redes, como 10.0.0.5,fd00::/8 (quem acredita em todos, o que "true" já significou, deixa cada cliente escolher o próprio endereço por um cabeçalho)',
  // Connecting to PostgreSQL.
  'PostgreSQL at {0}: {1}': 'PostgreSQL em {0}: {1}',
  '{0} Gave up after {1} ms.': '{0} Desistiu depois de {1} ms.',
  'PostgreSQL 15 or newer is needed; this is {0}.':
    'É preciso PostgreSQL 15 ou mais novo; este é o {0}.',
  'nothing listens there (connection refused).': 'nada atende ali (conexão recusada).',
  'the connection was reset.': 'a conexão foi derrubada.',
  'no answer.': 'sem resposta.',
  'the host can’t be reached.': 'o servidor está fora de alcance.',
  'the network can’t be reached.': 'a rede está fora de alcance.',
  'there is no such socket.': 'não há esse socket.',
  'the host name is unknown.': 'o nome do servidor é desconhecido.',
  'the host name can’t be looked up.': 'o nome do servidor não pode ser consultado.',
  'the server is shutting down.': 'o servidor está sendo encerrado.',
  'the server crashed and restarts.': 'o servidor caiu e está reiniciando.',
  'the server is starting up.': 'o servidor está iniciando.',
  'the server has no connection left.': 'o servidor não tem mais conexões livres.',
  'its certificate is of an authority that is not known here. Name that in NODE_EXTRA_CA_CERTS; sslmode=no-verify in DATABASE_URL encrypts without looking at it.':
    'o certificado é de uma autoridade desconhecida aqui. Indique-a em NODE_EXTRA_CA_CERTS; sslmode=no-verify em DATABASE_URL cifra sem verificá-lo.',
  'wrong user or password. Correct DATABASE_URL.':
    'usuário ou senha errados. Corrija DATABASE_URL.',
  'the server does not let this user in (see its pg_hba.conf). Correct DATABASE_URL.':
    'o servidor não deixa este usuário entrar (veja o pg_hba.conf dele). Corrija DATABASE_URL.',
  'the database does not exist. Create it (createdb), or correct DATABASE_URL.':
    'o banco não existe. Crie-o (createdb), ou corrija DATABASE_URL.',
  'its certificate has expired. Give the server a new one.':
    'o certificado venceu. Dê um novo ao servidor.',
  'its certificate is of another host name. Correct the host in DATABASE_URL, or the certificate.':
    'o certificado é de outro nome de servidor. Corrija o servidor em DATABASE_URL, ou o certificado.',
  'the server lets this user in by TLS alone. Add ?sslmode=require to DATABASE_URL.':
    'o servidor só deixa este usuário entrar por TLS. Acrescente ?sslmode=require a DATABASE_URL.',
  'the server has no TLS. Take sslmode out of DATABASE_URL, or turn it on there (ssl = on).':
    'o servidor não tem TLS. Retire sslmode de DATABASE_URL, ou ligue-o lá (ssl = on).',
  'a password is needed. Add it to DATABASE_URL.':
    'é preciso uma senha. Acrescente-a a DATABASE_URL.',
  'the user may not connect to this database. As its owner run: grant connect on database "{0}" to "{1}";':
    'o usuário não pode se conectar a este banco. Como dono dele, execute: grant connect on database "{0}" to "{1}";',
  'DATABASE_READ_URL, {0}: {1}. Correct or unset it.':
    'DATABASE_READ_URL, {0}: {1}. Corrija-a ou retire-a.',
  'DATABASE_READ_URL can’t be used with Citus. Unset it.':
    'DATABASE_READ_URL não funciona com Citus. Retire-a.',
  // The schema.
  'The database was migrated': 'O banco foi migrado',
  'The {0} was made': 'O arquivo ({0}) foi feito',
  '{0} by a newer Pedido ({1}); start that one.': '{0} por um Pedido mais novo ({1}); use esse.',
  'The database was made before 1.0.0, when migrations still changed, and no release reads it. Name an empty one (DATABASE_URL or DATA_DIR). Files that the Pedido of then exports (pedido export) come in there (pedido import).':
    'O banco foi criado antes da 1.0.0, quando as migrações ainda mudavam, e nenhuma versão publicada o lê. Informe um banco vazio (DATABASE_URL ou DATA_DIR). Arquivos que o Pedido de então exporta (pedido export) entram ali (pedido import).',
  'The database has revision {0} of its functions with another text than migrations/{1} has here, and nothing was changed. Start the Pedido that this database was brought up to date by, or a later release of it. Where the file was edited, take it back (git checkout migrations): "npm run generate" writes it, with the next revision.':
    'O banco tem a revisão {0} das suas funções com um texto diferente do de migrations/{1} aqui, e nada foi alterado. Use o Pedido que atualizou este banco, ou uma versão posterior. Se o arquivo foi editado, desfaça (git checkout migrations): "npm run generate" o escreve, com a próxima revisão.',
  'The database has the migration {0} with another text than migrations/{1} has here, and nothing was changed. What is released stays as it is: start the Pedido that this database was migrated by, or a later release of it. Where the file was edited, take it back (git checkout migrations) and write the change as a migration of its own (docs/upgrading.md).':
    'O banco tem a migração {0} com um texto diferente do de migrations/{1} aqui, e nada foi alterado. O que foi publicado fica como está: use o Pedido que migrou este banco, ou uma versão posterior. Se o arquivo foi editado, desfaça (git checkout migrations) e escreva a mudança como uma migração própria (docs/upgrading.md).',
  'The database takes no changes: it is a replica, or read-only. Let DATABASE_URL name the primary.':
    'O banco não aceita alterações: é uma réplica, ou só de leitura. Aponte DATABASE_URL para o primário.',
  'The disk of the database is full ({0}). Make room there.':
    'O disco do banco está cheio ({0}). Libere espaço lá.',
  'This PostgreSQL does not have the extension pg_trgm, by which words are searched. Install the contrib modules of its version on its machine (Debian has them in postgresql-15, others in postgresql-contrib), on every node of a cluster.':
    'Este PostgreSQL não tem a extensão pg_trgm, usada na busca por palavras. Instale os módulos contrib da versão dele na máquina (no Debian em postgresql-15, em outros em postgresql-contrib), em cada nó de um cluster.',
  'The user {0} lacks a right in the database {1} ({2}). As an owner run there: {3}':
    'Falta ao usuário {0} um direito no banco {1} ({2}). Como dono, execute lá: {3}',
  '{0} did not get the lock that it needs in {1} tries: a transaction holds it for minutes. Nothing was changed by it. Find that transaction (select pid, xact_start, query from pg_stat_activity order by xact_start), let it end or end it (select pg_terminate_backend(pid)), and run "pedido migrate" again.':
    '{0} não conseguiu em {1} tentativas a trava de que precisa: uma transação a segura há minutos. Nada foi alterado por ela. Ache essa transação (select pid, xact_start, query from pg_stat_activity order by xact_start), espere que termine ou encerre-a (select pg_terminate_backend(pid)), e execute "pedido migrate" de novo.',
  'This PostgreSQL does not have the extension citus. Install it on the coordinator and on every worker.':
    'Este PostgreSQL não tem a extensão citus. Instale-a no coordenador e em cada worker.',
  "The extension citus is installed but not loaded. Set shared_preload_libraries = 'citus' on every node and restart PostgreSQL.":
    "A extensão citus está instalada, mas não carregada. Defina shared_preload_libraries = 'citus' em cada nó e reinicie o PostgreSQL.",
  'This database does not have the extension citus. Run "create extension citus" in it, and in the database of the same name on every worker, then name the workers with citus_add_node.':
    'Este banco não tem a extensão citus. Execute "create extension citus" nele e no banco de mesmo nome em cada worker, e depois informe os workers com citus_add_node.',
  'This is a worker. Let DATABASE_URL name the coordinator.':
    'Este é um worker. Aponte DATABASE_URL para o coordenador.',
  'The database has no tables yet: run "pedido migrate" first.':
    'O banco ainda não tem tabelas: execute antes "pedido migrate".',
  'The table {0} has more than {1} rows. Distribute a database that is new, then load the rows into it (docs/scaling.md).':
    'A tabela {0} tem mais de {1} linhas. Distribua um banco novo e depois carregue as linhas nele (docs/scaling.pt-BR.md).',
  'The worker {0} refuses "{1}": {2}': 'O worker {0} recusa "{1}": {2}',
  // The embedded database, and its folder.
  'No folder can be made in {0}: name another place.':
    'Nenhuma pasta pode ser criada em {0}: indique outro lugar.',
  'The file {0} is damaged: it should be empty. Stop whatever uses the folder, and remove the file.':
    'O arquivo {0} está danificado: deveria estar vazio. Pare o que usa a pasta, e apague o arquivo.',
  'The folder {0} can’t be locked: {1}. It has to be on a disk that knows locks and has room.':
    'A pasta {0} não pode ser travada: {1}. Ela precisa estar num disco que conheça travas e tenha espaço.',
  'The disk of {0} is full: the embedded database needs some {1} MB to begin with. Make room there, or name another place.':
    'O disco de {0} está cheio: o banco embutido precisa de uns {1} MB para começar. Libere espaço, ou indique outro lugar.',
  'There was a database in {0}, and its folder {1} is gone or empty. None is made in its place: bring the folder back, or a backup by pedido restore. To begin with nothing, remove {2}.':
    'Havia um banco de dados em {0}, e a pasta dele, {1}, sumiu ou está vazia. Nenhum é criado no lugar: traga a pasta de volta, ou um backup com pedido restore. Para começar do zero, remova {2}.',
  'The disk is full, or its quota is used up. Make room there, or name another place.':
    'O disco está cheio, ou a cota dele acabou. Libere espaço ali, ou indique outro lugar.',
  'The disk of the database is full: {0}. Make room there.':
    'O disco do banco de dados está cheio: {0}. Libere espaço ali.',
  'Files of the database are damaged or missing: {0}. Look at its disk, and restore the newest backup (docs/backup.md).':
    'Arquivos do banco de dados estão danificados ou faltam: {0}. Verifique o disco, e restaure o backup mais novo (docs/backup.md).',
  'The embedded database in {0} does not open: files in it are another user’s ({1}). As root: chown -R {2} {3}':
    'O banco embutido em {0} não abre: há nele arquivos de outro usuário ({1}). Como root: chown -R {2} {3}',
  'The embedded database in {0} does not open: files in it are damaged or missing. Look at its disk. Then move {1} away, and bring the newest backup back by pedido restore (docs/backup.md).':
    'O banco embutido em {0} não abre: há nele arquivos danificados ou faltando. Verifique o disco. Depois mova {1} para outro lugar, e traga o backup mais novo de volta com pedido restore (docs/backup.md).',
  'The embedded database stopped: its disk is full or failing. Mend that and start again.':
    'O banco embutido parou: o disco está cheio ou com defeito. Resolva isso e inicie de novo.',
  'The service on {0} was started or stopped again and again while its files were copied. Run the backup again.':
    'O serviço em {0} foi iniciado ou encerrado repetidas vezes enquanto os arquivos eram copiados. Faça o backup de novo.',
  'Another backup of {0} has not come to its end for minutes.':
    'Outro backup de {0} não termina há minutos.',
  'DATA_DIR belongs to the user {0}, and root may not run this as that user here ({1}). Run the command as that user: by sudo -u or runuser -u, in a container by docker exec -u {2}.':
    'DATA_DIR é do usuário {0}, e aqui o root não pode executar isto como esse usuário ({1}). Execute o comando como esse usuário: com sudo -u ou runuser -u, num contêiner com docker exec -u {2}.',
  '(Root runs this command as the owner of DATA_DIR, so that the service can use what it leaves there.)':
    '(O root executa este comando como o usuário dono de DATA_DIR, para que o serviço possa usar o que ele deixa ali.)',
  'in {0} are files of another user, which the service can’t use: {1}':
    'em {0} há arquivos de outro usuário, que o serviço não pode usar: {1}',
  'As root: chown -R {0} {1}': 'Como root: chown -R {0} {1}',
  'What is in {0} is root’s. Where the service runs as another user: chown -R USER {1}':
    'O que está em {0} é do root. Se o serviço roda como outro usuário: chown -R USUÁRIO {1}',
  // What the operating system refuses.
  'the user {0}': 'o usuário {0}',
  'may not be used by {0}: give it the rights, or name another place.':
    'não é acessível para {0}: dê-lhe os direitos, ou indique outro lugar.',
  'may not be changed by {0}: give it the rights, or name another place.':
    'não é alterável para {0}: dê-lhe os direitos, ou indique outro lugar.',
  'is on a disk that is mounted read-only: mount it for writing, or name another place.':
    'está num disco montado só para leitura: monte-o para gravação, ou indique outro lugar.',
  'can’t be written: the disk is full. Make room there, or name another place.':
    'não pode ser gravado: o disco está cheio. Libere espaço, ou indique outro lugar.',
  'can’t be written: the disk quota is used up. Make room there, or name another place.':
    'não pode ser gravado: a cota de disco acabou. Libere espaço, ou indique outro lugar.',
  'is below a file, where a folder should be: move that file, or name another place.':
    'está abaixo de um arquivo, onde deveria haver uma pasta: mova esse arquivo, ou indique outro lugar.',
  'is a file, where a folder should be: move it, or name another place.':
    'é um arquivo, onde deveria haver uma pasta: mova-o, ou indique outro lugar.',
  'is a folder, where a file should be: move it, or name another place.':
    'é uma pasta, onde deveria haver um arquivo: mova-a, ou indique outro lugar.',
  'does not exist.': 'não existe.',
  'leads in a circle of links.': 'leva a um círculo de links.',
  'is too long for a path.': 'é longo demais para um caminho.',
  'can’t be read or written: the disk fails.':
    'não pode ser lido nem gravado: o disco está com defeito.',
  'can’t be opened: too many files are open (ulimit -n).':
    'não pode ser aberto: há arquivos abertos demais (ulimit -n).',
  'can’t be opened: too many files are open on this machine.':
    'não pode ser aberto: há arquivos abertos demais nesta máquina.',
  '{0}:{1} is in use already; choose another PORT.': '{0}:{1} já está em uso; escolha outra PORT.',
  '{0} is no address of this machine; choose another HOST.':
    '{0} não é um endereço desta máquina; escolha outro HOST.',
  '{0} may not listen on port {1}; choose a PORT of 1024 or more, or put a proxy before it.':
    '{0} não pode atender na porta {1}; escolha uma PORT a partir de 1024, ou ponha um proxy à frente.',
  'The name {0} has no address; correct HOST.': 'O nome {0} não tem endereço; corrija HOST.',
  'METRICS_PORT: {0}:{1} can’t be listened on ({2}). Choose another METRICS_PORT or METRICS_HOST.':
    'METRICS_PORT: não é possível atender em {0}:{1} ({2}). Escolha outra METRICS_PORT ou METRICS_HOST.',
  'No worker came up.': 'Nenhum worker iniciou.',
  // Backups, and accounts that move.
  backup: 'backup',
  "account's export": 'exportação de conta',
  '{0} is missing': 'falta {0}',
  '{0} was changed': '{0} foi alterado',
  'The {0} {1} is damaged: {2}. Nothing of it was used; take another copy of it, or another {3}.':
    'O arquivo ({0}) {1} está danificado: {2}. Nada dele foi usado; use outra cópia dele, ou outro arquivo ({3}).',
  'The file {0} is cut off: its end is missing. Copy it again from where it was made, or take another {1}.':
    'O arquivo {0} está cortado: falta o fim. Copie-o de novo de onde foi feito, ou use outro ({1}).',
  'The file {0} is no {1} of Pedido. Name one that "{2}" has made.':
    'O arquivo {0} não é do Pedido ({1}). Indique um que "{2}" tenha feito.',
  'The {0} {1} was made by a newer Pedido ({2}); use that one.':
    'O arquivo ({0}) {1} foi feito por um Pedido mais novo ({2}); use esse.',
  '{0} rows': '{0} linhas',
  '{0} of {1}': '{0} de {1}',
  'Another backup to {0} runs already, and goes on. Name another file, or let it end.':
    'Outro backup para {0} já está em andamento, e continua. Indique outro arquivo, ou espere que termine.',
  'There is a file {0} by now, and nothing of it was changed: name a new one.':
    'Já há um arquivo {0}, e nada dele foi alterado: indique um novo.',
  's3://{0}/{1} has {2} bytes in place of {3}: run the backup again.':
    's3://{0}/{1} tem {2} bytes em vez de {3}: faça o backup de novo.',
  'There is no {0}.': 'Não há {0}.',
  'The database has no tables of Pedido, so there is nothing to save. Let DATABASE_URL name the database of the service.':
    'O banco não tem tabelas do Pedido, portanto não há nada a salvar. Aponte DATABASE_URL para o banco do serviço.',
  'The database is not empty: there are rows in {0}. Nothing was changed. Restore into an empty one (createdb), and let DATABASE_URL name it.':
    'O banco não está vazio: há linhas em {0}. Nada foi alterado. Restaure num vazio (createdb) e aponte DATABASE_URL para ele.',
  'The database has tables of something else ({0}). Restore into an empty one (createdb).':
    'O banco tem tabelas de outra coisa ({0}). Restaure num vazio (createdb).',
  'The database has migrations that the backup has not ({0}). Restore into a new one (createdb): it is brought up to date afterwards.':
    'O banco tem migrações que o backup não tem ({0}). Restaure num novo (createdb): ele é atualizado em seguida.',
  'The backup has other tables than this version of Pedido: {0}. Restore it with the version that made it.':
    'O backup tem tabelas diferentes das desta versão do Pedido: {0}. Restaure-o com a versão que o fez.',
  'The backup has {0} rows of {1}, not {2}.': 'O backup tem {0} linhas de {1}, e não {2}.',
  'The backup has {0} {1}, not {2}. Nothing of it was kept; take another backup.':
    'O backup tem {0} {1}, e não {2}. Nada dele foi guardado; use outro backup.',
  'What was restored differs from what the backup says: {0}, not {1}. Nothing was kept; take another backup.':
    'O que foi restaurado difere do que o backup diz: {0}, e não {1}. Nada foi guardado; use outro backup.',
  'The tables are spread over the nodes of a Citus cluster, which no backup of one moment can read: save the nodes themselves, as docs/backup.md says.':
    'As tabelas estão distribuídas pelos nós de um cluster Citus, que nenhum backup de um só momento consegue ler: salve os próprios nós, como explica docs/backup.pt-BR.md.',
  'The tables are spread over the nodes of a Citus cluster, into which no backup can be restored. Restore it into one PostgreSQL, or the embedded database.':
    'As tabelas estão distribuídas pelos nós de um cluster Citus, onde nenhum backup pode ser restaurado. Restaure-o num PostgreSQL, ou no banco embutido.',
  'The tables are spread over the nodes of a Citus cluster, into which no account can be imported. Import it into an installation on one PostgreSQL, or the embedded database.':
    'As tabelas estão distribuídas pelos nós de um cluster Citus, onde nenhuma conta pode ser importada. Importe-a numa instalação com um PostgreSQL, ou com o banco embutido.',
  'The file has {0} rows of {1}, not {2}.': 'O arquivo tem {0} linhas de {1}, e não {2}.',
  'The file has {0} {1}, not {2}. Nothing of it was kept; take another export.':
    'O arquivo tem {0} {1}, e não {2}. Nada dele foi guardado; use outra exportação.',
  'The file has the id {0} in {1}; ids go from 1 to {2}. Nothing was changed.':
    'O arquivo tem o id {0} em {1}; ids vão de 1 a {2}. Nada foi alterado.',
  'The file has what this version of Pedido does not: {0}. Bring it in with the version that made it.':
    'O arquivo tem o que esta versão do Pedido não tem: {0}. Traga-o com a versão que o fez.',
  'What came in differs from what the file says: {0}, not {1}. Nothing was kept; take another export.':
    'O que entrou difere do que o arquivo diz: {0}, e não {1}. Nada foi guardado; use outra exportação.',
  'An account of the same id came in meanwhile. Nothing was changed; run the command again.':
    'Uma conta com o mesmo id entrou nesse meio-tempo. Nada foi alterado; execute o comando de novo.',
  'The account "{0}" exists already (id {1}). Nothing was changed; give another --name.':
    'A conta "{0}" já existe (id {1}). Nada foi alterado; dê outro --name.',
  'Secrets of webhooks or of the sign-in provider are among it, and there is no key to keep them with: set SECRET_KEY (the embedded database has its own).':
    'Há segredos de webhooks ou do provedor de login entre os dados, e não há chave com que guardá-los: defina SECRET_KEY (o banco embutido tem a sua).',
  "A secret ({0}) can't be opened: {1} Set SECRET_KEY to the keys of the service, or leave out --with-secrets.":
    'Um segredo ({0}) não pode ser aberto: {1} Defina SECRET_KEY com as chaves do serviço, ou deixe de fora --with-secrets.',
  'Account {0} is closed already ("pedido account show {1}" says until when). To change that, restore it first: pedido account restore {2}':
    'A conta {0} já está encerrada ("pedido account show {1}" diz até quando). Para mudar isso, restaure-a antes: pedido account restore {2}',
  'Account {0} is open.': 'A conta {0} está aberta.',
  "The removal of account {0} has begun and can't be undone. What brings it back is an export of it (pedido account import), or a backup.":
    'A remoção da conta {0} começou e não pode ser desfeita. O que a traz de volta é uma exportação dela (pedido account import), ou um backup.',
  // Buckets.
  'The bucket {0}': 'O bucket {0}',
  'The bucket {0} at {1}': 'O bucket {0} em {1}',
  '{0} can’t be used (to {1} it): {2}. Look at its name, endpoint, region, keys and their rights (get, put, list, delete).':
    '{0} não pode ser usado ({1}): {2}. Confira o nome, o endpoint, a região, as chaves e os direitos delas (get, put, list, delete).',
  list: 'listar',
  'look at': 'consultar',
  read: 'ler',
  'write to': 'gravar',
  'remove from': 'remover',
  'look for unfinished uploads in': 'procurar envios inacabados',
  'Somebody else was faster: there is a file of that name in {0}.':
    'Alguém foi mais rápido: já há um arquivo com esse nome em {0}.',
  // Tables of commands, and an account on one screen.
  'TIME ZONE': 'FUSO',
  SINCE: 'DESDE',
  STATE: 'SITUAÇÃO',
  BY: 'POR',
  CLOSED: 'ENCERRADA',
  DELETED: 'EXCLUÍDA',
  ROWS: 'LINHAS',
  FROM: 'DE',
  TO: 'ATÉ',
  EVENTS: 'EVENTOS',
  SCOPES: 'ESCOPOS',
  ENDS: 'TERMINA',
  'LAST USED': 'ÚLTIMO USO',
  open: 'aberta',
  'closed, deleted from {0} on': 'encerrada, será excluída a partir de {0}',
  'from {0} on': 'a partir de {0}',
  never: 'nunca',
  since: 'desde',
  'time zone': 'fuso',
  amounts: 'valores',
  tokens: 'tokens',
  webhooks: 'webhooks',
  feed: 'feed',
  '{0}, {1} with an image': '{0}, com imagem: {1}',
  'at {0}, kept from {1} on': 'em {0}, guardado a partir de {1}',
  'last event': 'último evento',
  size: 'tamanho',
  state: 'situação',
  'spread over a cluster': 'distribuído por um cluster',
  'about {0} in the database, without images and attachments':
    'uns {0} no banco de dados, sem as imagens e os anexos',
  'Webhooks sealed anew: {0}.\nSign-in providers sealed anew: {1}.\n':
    'Webhooks cifrados de novo: {0}.\nProvedores de login cifrados de novo: {1}.\n',
  '{0}These could not be:\n{1}': '{0}Estes não puderam ser:\n{1}',
} as const satisfies Record<string, string>
