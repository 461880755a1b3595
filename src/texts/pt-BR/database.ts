/** Of the database and the storage of images. */
export const databaseTexts = {
  'A node of the database can’t be reached just now.':
    'Um nó do banco de dados está fora de alcance neste momento.',
  'No node of the database can be reached just now.':
    'Nenhum nó do banco de dados pode ser alcançado neste momento.',
  'A number is larger than its field can hold.': 'Um número é maior do que o seu campo comporta.',
  'Another writer holds the record for too long.':
    'Outra gravação está segurando o registro por tempo demais.',
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
  'The database took too long to sum up these orders. Narrow them, such as by `order_date_from` and `order_date_to`. By day, week, month, status or customer alone, all are summed up at once.':
    'O banco de dados demorou demais para somar estes pedidos. Restrinja-os, por exemplo por `order_date_from` e `order_date_to`. Só por dia, semana, mês, situação ou cliente, todos são somados de imediato.',
  'The image storage does not work just now.':
    'O armazenamento de imagens não funciona neste momento.',
} as const satisfies Record<string, string>
