/** The help of the command line: what each command does, and its options. */
export const commandHelpTexts = {
  'Pedido, the self-hosted order management service.\n\n{0}\nEach tells its options: pedido COMMAND --help\nIn a clone of the repository, "pedido" is "npm run --silent pedido --".\nSettings are environment variables: docs/configuration.md.\n':
    'Pedido, o serviço de gestão de pedidos que você mesmo hospeda.\n\n{0}\nCada um mostra as suas opções: pedido COMANDO --help\nNum clone do repositório, "pedido" é "npm run --silent pedido --".\nAs configurações são variáveis de ambiente: docs/configuration.pt-BR.md.\n',
  'All commands: pedido --help': 'Todos os comandos: pedido --help',
  // What stands for a value.
  ACCOUNT: 'CONTA',
  FILE: 'ARQUIVO',
  NAME: 'NOME',
  RESOURCE: 'RECURSO',
  'RESOURCE FILE': 'RECURSO ARQUIVO',
  'FILE --account ACCOUNT': 'ARQUIVO --account CONTA',
  '--account ACCOUNT': '--account CONTA',
  '--account ACCOUNT ID': '--account CONTA ID',
  '--account ACCOUNT ID …': '--account CONTA ID …',
  '--account ACCOUNT --email EMAIL': '--account CONTA --email EMAIL',
  '--account ACCOUNT --email EMAIL --name NAME --role ROLE':
    '--account CONTA --email EMAIL --name NOME --role PAPEL',
  '--account ACCOUNT --name NAME --scope SCOPE …': '--account CONTA --name NOME --scope ESCOPO …',
  '--after TIME': '--after PRAZO',
  '--by NAME': '--by NOME',
  '--confirm NAME': '--confirm NOME',
  '--expires-at TIME': '--expires-at DATA-HORA',
  '--fields NAMES': '--fields NOMES',
  '--filter NAME=VALUE …': '--filter NOME=VALOR …',
  '--from DATE': '--from DATA',
  '--language LANGUAGE': '--language IDIOMA',
  '--column FIELD=COLUMN': '--column CAMPO=COLUNA',
  '--mapping FILE|NAME': '--mapping ARQUIVO|NOME',
  '--name NAME': '--name NOME',
  '--old-ends-after TIME': '--old-ends-after PRAZO',
  '--refused FILE': '--refused ARQUIVO',
  '--role ROLE': '--role PAPEL',
  '--scope SCOPE …': '--scope ESCOPO …',
  '--time-zone ZONE': '--time-zone FUSO',
  '--to DATE': '--to DATA',
  '--type TYPES': '--type TIPOS',
  // Of several commands.
  'name or id': 'nome ou id',
  'as a line of JSON': 'como uma linha de JSON',
  'a line of JSON each': 'uma linha de JSON para cada',
  'where the service is, default: PEDIDO_URL, or http://127.0.0.1:3000':
    'onde está o serviço; padrão: PEDIDO_URL, ou http://127.0.0.1:3000',
  'default: PEDIDO_TOKEN, which others can’t see in the list of processes':
    'padrão: PEDIDO_TOKEN, que outros não veem na lista de processos',
  // The service and its database.
  'start the service': 'inicia o serviço',
  'in N processes, default: the setting WORKERS': 'em N processos; padrão: a configuração WORKERS',
  'bring the database up to date (serve does it too)':
    'atualiza o banco de dados (o serve também faz isso)',
  'While the version before serves, too: no request waits for it. One that was interrupted goes on\nwhere it was. See docs/upgrading.md.':
    'Também enquanto a versão anterior atende: nenhuma requisição espera. Uma que foi interrompida continua\nde onde parou. Veja docs/upgrading.pt-BR.md.',
  'spread a new database over a Citus cluster, by account':
    'distribui um banco de dados novo por um cluster Citus, por conta',
  'take a newer catalogue of taxes: effects on totals, and rates, by date':
    'carrega um catálogo de impostos mais novo: efeitos no total e alíquotas, por data',
  'takes a file of an earlier day than the loaded one, too':
    'aceita também um arquivo de data anterior à do carregado',
  'All of the file or nothing of it. A service that runs goes by it at once. See docs/taxes.md.':
    'O arquivo inteiro ou nada dele. Um serviço no ar passa a usá-lo na hora. Veja docs/taxes.pt-BR.md.',
  'encrypt their secrets, and those of sign-in providers, with the first key of SECRET_KEY':
    'cifra os segredos deles e os dos provedores de login com a primeira chave de SECRET_KEY',
  'show how the service is: version, database, what waits, the last backup':
    'mostra como está o serviço: versão, banco de dados, o que espera, o último backup',
  'as one line of JSON, with what is not well': 'como uma linha de JSON, com o que não está bem',
  'It changes nothing. Exit code 0: it runs and is well. 1: something is not well, marked FAULT. 3: no service\nruns here, and nothing else is wrong.':
    'Não altera nada. Código de saída 0: está no ar e bem. 1: algo não está bem, marcado com FAULT. 3: nenhum serviço\nestá no ar aqui, e nada mais está errado.',
  'look whether the service could run here, and what to do where not':
    'verifica se o serviço poderia funcionar aqui, e o que fazer onde não',
  'a line of JSON for each finding': 'uma linha de JSON para cada resultado',
  'It changes nothing, and may run beside the service, with the same settings. Exit code 1 where something is a fault.':
    'Não altera nada, e pode ser usado ao lado do serviço, com as mesmas configurações. Código de saída 1 onde algo está errado.',
  // Backups.
  'save the whole database, the images and attachments, while the service runs or not':
    'salva o banco de dados inteiro, as imagens e os anexos, com o serviço no ar ou não',
  'the key of the secrets too: then whoever has the file reads them':
    'a chave dos segredos também: então os lê quem tiver o arquivo',
  'FILE may be in a bucket: s3://bucket/folder/file.zip. It is a zip, and holds everything that the service\nknows: keep it as safe as the database.':
    'ARQUIVO pode estar num bucket: s3://bucket/pasta/arquivo.zip. É um zip, e contém tudo o que o serviço\nsabe: guarde-o com o mesmo cuidado que o banco de dados.',
  'restore a backup into a database that is thrown away, and compare':
    'restaura um backup num banco de dados que é descartado, e compara',
  'It needs room for the whole database beside FILE, or in the system’s folder for temporary files where FILE\nis in a bucket. Neither DATABASE_URL nor DATA_DIR is touched.':
    'Precisa de espaço para o banco de dados inteiro ao lado de ARQUIVO, ou na pasta de arquivos temporários do sistema\nonde ARQUIVO está num bucket. Nem DATABASE_URL nem DATA_DIR são tocados.',
  'bring a backup back, into an empty database of either kind':
    'traz um backup de volta, para um banco de dados vazio de qualquer tipo',
  'FILE may be in a bucket: s3://bucket/folder/file.zip. Where to: the database that DATABASE_URL names, else the embedded one in DATA_DIR. Nothing is\noverwritten: a place that is not empty is refused.':
    'ARQUIVO pode estar num bucket: s3://bucket/pasta/arquivo.zip. Para onde: o banco de dados indicado por DATABASE_URL, senão o embutido em DATA_DIR. Nada é\nsobrescrito: um lugar que não está vazio é recusado.',
  // Accounts.
  'make an account; prints its id': 'cria uma conta; imprime o id dela',
  'IANA name, default: the setting TIME_ZONE': 'nome da IANA; padrão: a configuração TIME_ZONE',
  'show the accounts': 'mostra as contas',
  'those that are closed to be deleted, and those that were deleted':
    'as que estão encerradas para serem excluídas, e as que foram excluídas',
  'show what is in an account, while the service runs or not':
    'mostra o que há numa conta, com o serviço no ar ou não',
  'ACCOUNT is a name or an id. Beside the embedded database in use it reads a copy of its files.':
    'CONTA é um nome ou um id. Ao lado do banco de dados embutido em uso, lê uma cópia dos arquivos dele.',
  'save one account with its images and attachments, while the service runs or not':
    'salva uma conta com as imagens e os anexos dela, com o serviço no ar ou não',
  'secrets of webhooks and of the sign-in provider, and how members sign in: readable by whoever has the file':
    'segredos dos webhooks e do provedor de login, e como os membros entram: legíveis por quem tiver o arquivo',
  'what was saved as a line of JSON': 'o que foi salvo, como uma linha de JSON',
  'FILE may be in a bucket: s3://bucket/folder/file.zip. It is a zip for "pedido account import".\nTokens, sessions and passkeys stay: see docs/accounts.md.':
    'ARQUIVO pode estar num bucket: s3://bucket/pasta/arquivo.zip. É um zip para "pedido account import".\nTokens, sessões e chaves de acesso ficam: veja docs/accounts.pt-BR.md.',
  'bring in an account that was exported: all of it or nothing':
    'traz uma conta que foi exportada: inteira, ou nada',
  'what it is called here, unless as it was': 'o nome dela aqui, se não for o de antes',
  'what came in as a line of JSON': 'o que entrou, como uma linha de JSON',
  'Ids of records stay as they are; the account’s own id does where it is free. The embedded database\nserves one process: stop the service first.':
    'Os ids dos registros ficam como estão; o da própria conta também, se estiver livre. O banco de dados embutido\natende um processo: pare antes o serviço.',
  'close an account, and delete all of it after some time in which it can be restored':
    'encerra uma conta, e exclui tudo dela depois de um prazo em que pode ser restaurada',
  "the account's name, as a proof that it is meant; without it nothing is done":
    'o nome da conta, como prova de que é essa; sem ele nada é feito',
  'such as 30d, 12h or 0; default: the setting ACCOUNT_DELETION_DAYS':
    'como 30d, 12h ou 0; padrão: a configuração ACCOUNT_DELETION_DAYS',
  'who asks, for the record; default: the user of this system':
    'quem pede, para o registro; padrão: o usuário deste sistema',
  'ACCOUNT is a name or an id. From now on its tokens and sessions are refused; the service deletes it when\nthe time has passed. Save it before: pedido account export.':
    'CONTA é um nome ou um id. A partir de agora os tokens e as sessões dela são recusados; o serviço a exclui quando\no prazo tiver passado. Salve-a antes: pedido account export.',
  'open an account that was closed to be deleted':
    'reabre uma conta que foi encerrada para ser excluída',
  'ACCOUNT is a name or an id. Tokens and sessions work again as they did.':
    'CONTA é um nome ou um id. Tokens e sessões voltam a funcionar como antes.',
  '[--remove [ACCOUNT]]': '[--remove [CONTA]]',
  'make a test account with customers, products and a year of orders, or remove it':
    'cria uma conta de teste com clientes, produtos e um ano de pedidos, ou a remove',
  'of the account; default: {0}': 'da conta; padrão: {0}',
  'remove a test account with all its data; never another account':
    'remove uma conta de teste com todos os dados dela; nunca outra conta',
  'what was made as a line of JSON': 'o que foi criado, como uma linha de JSON',
  'It prints a link to sign in with, which works once within a day, and a token. All of it is made up and marked\nas a test. Run again after a crash it makes the rest.':
    'Mostra um link para entrar, que vale uma vez durante um dia, e um token. Tudo é inventado e marcado como\nteste. Executado de novo depois de uma queda, cria o resto.',
  'show which events of an account have gone from the database into files':
    'mostra quais eventos de uma conta saíram do banco de dados para arquivos',
  'A file is good from "stored" on; its events are gone from the database when it is "done".':
    'Um arquivo vale a partir de "stored"; os eventos dele saíram do banco de dados quando está "done".',
  // Tokens and members.
  'make a token; prints it, alone, this once': 'cria um token; imprime-o, só ele, só desta vez',
  'what the token is for': 'para que serve o token',
  "one or more of the scopes below, or '*' for all":
    "um ou mais dos escopos abaixo, ou '*' para todos",
  'only orders of this seller; may stand several times':
    'só os pedidos deste vendedor; pode aparecer várias vezes',
  'only orders of this branch company, likewise': 'só os pedidos desta filial, da mesma forma',
  'RFC 3339; never unless given': 'RFC 3339; sem isso, nunca vence',
  'Scopes: {0}.': 'Escopos: {0}.',
  "show an account's tokens, not the secrets": 'mostra os tokens de uma conta, não os segredos',
  'give a token another secret; prints it, alone, this once':
    'dá outro segredo a um token; imprime-o, só ele, só desta vez',
  'how long the old one works on: 0, 12h, 30d at most; default: 24h':
    'por quanto tempo o antigo ainda funciona: 0, 12h, no máximo 30d; padrão: 24h',
  'The id is that of "pedido token list". What the token may do, and until when, stays.':
    'O id é o de "pedido token list". O que o token pode fazer, e até quando, fica.',
  'change a token, whose secret stays': 'muda um token, cujo segredo fica',
  '--address ADDRESS …': '--address ENDEREÇO …',
  'an address or a network that it works from; may stand several times':
    'um endereço ou uma rede de onde ele funciona; pode aparecer várias vezes',
  'it works from everywhere': 'ele funciona de qualquer lugar',
  'RFC 3339; no later than it is': 'RFC 3339; não depois do que é',
  'The id is that of "pedido token list". What the options leave out stays.':
    'O id é o de "pedido token list". O que as opções não dizem fica.',
  'end the secret that a token had before its last rotation':
    'encerra o segredo que um token tinha antes da última troca',
  'end tokens, within two seconds for every process':
    'encerra tokens, em até dois segundos para todos os processos',
  'Ids are those of "pedido token list". All are ended, or none where one is not there.':
    'Os ids são os de "pedido token list". Todos são encerrados, ou nenhum se um deles não existe.',
  'let somebody sign in; prints a link to choose a password':
    'deixa alguém entrar; imprime um link para escolher a senha',
  'let a member choose another password; prints a link':
    'deixa um membro escolher outra senha; imprime um link',
  'of the member': 'do membro',
  'one of {0}': 'um destes: {0}',
  'pt-BR or en, default: pt-BR': 'pt-BR ou en; padrão: pt-BR',
  'The link works once, within a week. Whoever has it becomes that member.':
    'O link vale uma vez, por uma semana. Quem o tiver passa a ser esse membro.',
  'The link works once, within a day. When it is used, the member is signed out elsewhere, and his passkeys are removed unless he says that they are all his.':
    'O link vale uma vez, por um dia. Quando é usado, as outras sessões do membro são encerradas, e as chaves de acesso dele são removidas, a não ser que diga que são todas suas.',
  // Commands that ask a running service.
  'Resources: {0}.\n\n{1}': 'Recursos: {0}.\n\n{1}',
  'write records of a running service to stdout: CSV, XLSX or NDJSON':
    'escreve registros de um serviço no ar na saída padrão: CSV, XLSX ou NDJSON',
  'orders and events from this date on': 'pedidos e eventos a partir desta data',
  'up to this date, its whole day included': 'até esta data, com o dia inteiro dela',
  'default: csv': 'padrão: csv',
  'CSV as spreadsheets in Brazil read it: “;”, decimal comma, headings':
    'CSV como as planilhas no Brasil o leem: “;”, vírgula decimal, títulos',
  'a row for each item of an order': 'uma linha para cada item de um pedido',
  'only these properties, with commas between them':
    'só estas propriedades, separadas por vírgulas',
  'any filter that the list has, such as status=2': 'qualquer filtro da lista, como status=2',
  'bring a file (CSV, a workbook, JSON) into a running service':
    'importa um arquivo (CSV, planilha ou JSON) num serviço no ar',
  'tell what would become of it, and write nothing': 'diz o que aconteceria, e não grava nada',
  'go on with a file that was tried, or waits for its columns':
    'continua com um arquivo que foi testado, ou que espera pelas colunas',
  'the system whose export it is: {0}': 'o sistema que exportou o arquivo: {0}',
  'which column a field is taken from, by its heading or letter; as often as needed':
    'de qual coluna vem um campo, pelo título ou pela letra; quantas vezes for preciso',
  'what the columns are: a file of JSON, or a mapping saved by name':
    'o que são as colunas: um arquivo JSON, ou um mapeamento gravado por nome',
  'an empty cell says nothing (patch, unless given), or unsets what is there (put)':
    'uma célula vazia não diz nada (patch, o padrão), ou limpa o que há (put)',
  'how decimals are written, where the file does not tell':
    'como se escrevem os decimais, onde o arquivo não mostra',
  'how dates are written': 'como se escrevem as datas',
  '--encoding NAME': '--encoding NOME',
  'how the text is written: {0}': 'a codificação do texto: {0}',
  '--sheet NAME': '--sheet NOME',
  'the sheet of a workbook, unless it is the first with the headings':
    'a folha da planilha, se não for a primeira com os títulos',
  'write the refused lines there, with why: correct and import them':
    'grava ali as linhas recusadas, com o motivo: corrija e importe-as',
  'Resources: {0}.\n\n{1}\n\nEnds with 1 where lines were refused. Ctrl-C ends the import; what is written stays.':
    'Recursos: {0}.\n\n{1}\n\nTermina com 1 onde linhas foram recusadas. Ctrl-C encerra a importação; o que foi gravado fica.',
  "remove a customer's data for good, by a running service":
    'remove de vez os dados de um cliente, por um serviço no ar',
  'really: without it, it is only said whose data it is. It can’t be undone':
    'de verdade: sem isso, só é dito de quem são os dados. Não pode ser desfeito',
  'the fk_id goes, too; one that tells who the person is goes in any case':
    'o fk_id também sai; um que diz quem é a pessoa sai de qualquer forma',
  'orders in these locked statuses stay, default: in all that are locked':
    'pedidos nestas situações bloqueadas ficam; padrão: em todas as bloqueadas',
  'no order stays as it is': 'nenhum pedido fica como está',
  'Prints the orders that stay as they are and the last day of each, a line for one. The token needs the scope privacy:manage, and customers:read.':
    'Imprime os pedidos que ficam como estão e o último dia de cada um, uma linha para cada. O token precisa do escopo privacy:manage, e de customers:read.',
  'send the events of a running service to an address of this machine, as webhooks are':
    'envia os eventos de um serviço no ar para um endereço desta máquina, como um webhook',
  'where your program listens, such as http://localhost:8080/pedido':
    'onde o seu programa escuta, como http://localhost:8080/pedido',
  'only these, with commas between them: order.*, customer.created; default: all':
    'só estes, separados por vírgulas: order.*, customer.created; padrão: todos',
  'only those of this record, such as /orders/42': 'só os deste registro, como /orders/42',
  'what they are signed with, default: one that is drawn and shown':
    'com o que são assinados; padrão: um sorteado, que é mostrado',
  'go on where one ended that had the same filters, default: from now on':
    'continua de onde terminou outro com os mesmos filtros; padrão: a partir de agora',
  'For trying a receiver of webhooks: nothing is registered, each event is sent once, and a failure is shown. Prints a line for each event. The token needs the scope events:read, and those of what it shall see. Ctrl-C ends it.':
    'Para testar um receptor de webhooks: nada é cadastrado, cada evento é enviado uma vez, e uma falha é mostrada. Imprime uma linha para cada evento. O token precisa do escopo events:read, e dos escopos do que deve ver. Ctrl-C encerra.',
  'let an assistant look at a running service, by the Model Context Protocol':
    'deixa um assistente consultar um serviço no ar, pelo Model Context Protocol',
  'it may create and move orders, too, and comment on them':
    'ele também pode criar pedidos, mudar a situação deles e comentar',
  'An assistant starts it by itself and speaks to it over stdin and stdout. It can do what the token may: give it one with few scopes, such as orders:read, customers:read, products:read and reference:read.':
    'O próprio assistente inicia o comando e fala com ele por stdin e stdout. Ele pode fazer o que o token permite: dê a ele um com poucos escopos, como orders:read, customers:read, products:read e reference:read.',
} as const satisfies Record<string, string>
