/** Every refusal by its code: its title, and what the caller should do. */
export const problemsInPortuguese = {
  invalid_json: ['O corpo não é JSON', 'Envie um documento JSON bem formado, em UTF-8.'],
  invalid_parameter: [
    'Parâmetro inválido',
    'Corrija os parâmetros do caminho ou da consulta listados em `errors`.',
  ],
  invalid_header: [
    'Cabeçalho inválido',
    'Corrija os cabeçalhos da requisição listados em `errors`.',
  ],
  invalid_cursor: [
    'Cursor inválido',
    'Use `next_cursor` exatamente como recebido, com a mesma ordenação e os mesmos filtros, ou recomece sem `cursor`.',
  ],
  bad_request: [
    'Requisição malformada',
    'Corrija a requisição HTTP; `detail` diz o que há de errado com ela.',
  ],
  unauthorized: ['Não autenticado', 'Envie um token válido: `Authorization: Bearer pdo_…`.'],
  invalid_credentials: [
    'E-mail, senha ou chave de acesso errada',
    'Corrija-os. Quem esqueceu a senha pede um link a um membro que administra os membros.',
  ],
  sign_in_refused: [
    'Entrada recusada',
    'O provedor de login da conta, ou o que a conta diz dele, ainda não deixa, ou não deixa mais, esta pessoa entrar: `detail` diz por quê.',
  ],
  recent_sign_in_needed: [
    'Faz tempo que você entrou',
    'Envie `current_password`, ou entre de novo.',
  ],
  session_required: [
    'Só para membros',
    'Entre como membro com `POST /session`: um token não pode fazer isto.',
  ],
  cross_site: [
    'Requisição de outro site',
    'Envie de uma página deste serviço; programas usam um token.',
  ],
  insecure_connection: [
    'Conexão não segura',
    'Abra o serviço por https: veja `docs/people.pt-BR.md`.',
  ],
  address_not_allowed: [
    'Endereço não permitido',
    'Envie de um endereço dos `addresses` do token, ou mude-os com `PATCH /tokens/{id}`.',
  ],
  insufficient_scope: [
    'Escopo insuficiente',
    'Use um token que tenha o escopo indicado em `detail`.',
  ],
  account_closed: [
    'Conta encerrada',
    'A conta será excluída, como diz `detail`. Fale com quem opera o serviço, que até lá pode restaurá-la.',
  ],
  not_found: [
    'Não encontrado',
    'Verifique o caminho e o identificador; o registro pode ter sido excluído.',
  ],
  method_not_allowed: ['Método não permitido', 'Use um dos métodos do cabeçalho `Allow`.'],
  not_acceptable: ['Formato não disponível', 'Aceite `application/json`.'],
  request_timeout: [
    'Tempo da requisição esgotado',
    'A requisição não chegou a tempo: envie-a de novo, inteira.',
  ],
  duplicate_fk_id: [
    'fk_id duplicado',
    'Já existe um registro com este `fk_id` (`existing_id`): altere-o, ou grave com PUT pelo `fk_id`.',
  ],
  duplicate_value: [
    'Valor duplicado',
    'Outro registro (`existing_id`) já tem este valor de um campo único: envie outro valor, ou altere aquele registro.',
  ],
  number_taken: [
    'Número já usado',
    'Outro pedido (`existing_id`) tem este número, ou um que foi excluído o teve: envie outro, ou nenhum, para que a série dê um.',
  ],
  tax_rule_overlap: [
    'Regras de impostos em conflito',
    'Duas regras ativas (`meta.rule` é a outra) valeriam para uma mesma venda com a mesma precisão. Dê a uma outra condição, ou encerre uma antes que a outra comece.',
  ],
  records_break: [
    'Registros contrariam a declaração',
    'Há registros que contrariam o que se declara (`breaking` diz quantos, `breaking_records` traz os primeiros): corrija-os, ou declare menos.',
  ],
  move_not_allowed: [
    'Mudança de situação não permitida',
    'Mude para uma das situações de `allowed`, ou acrescente a mudança ao `next` da situação.',
  ],
  customer_anonymised: [
    'Cliente anonimizado',
    'Os dados foram removidos de vez e não se gravam de novo. Crie outro cliente se a pessoa voltar a comprar.',
  ],
  order_locked: [
    'Pedido bloqueado',
    'O que `detail` indica não pode mudar numa situação bloqueada. Deixe-o de fora, ou antes mova o pedido para uma situação que não bloqueia.',
  ],
  quotation_lapsed: [
    'O orçamento venceu',
    'O orçamento valia até o seu `valid_until`. Envie uma data posterior junto com a mudança de situação para manter os preços mesmo assim, ou faça um novo orçamento.',
  ],
  total_moves_with_date: [
    'O total muda com a data',
    'Pela data da nota (`meta.tax_date`) o total do pedido é outro, ou há impostos que não existem nesse dia (`meta.closed`): envie `accept_total` com `meta.total_value_then`, ou outra `tax_date`.',
  ],
  invoice_check_failed: [
    'A nota seria rejeitada',
    'A situação quer pedidos cuja nota está certa (`requires_check`), e a conferência antes da nota acha os `errors`, cada um no seu lugar. Corrija-os, também nos cadastros do cliente ou dos produtos, e envie a requisição de novo.',
  ],
  record_in_use: ['Registro em uso', 'Antes exclua ou altere os registros de `used_by`.'],
  last_token: [
    'Último token que administra tokens',
    'Antes crie outro token com o escopo `tokens:manage`.',
  ],
  last_owner: [
    'Último proprietário',
    'Antes faça de outro membro um proprietário: um deles precisa poder administrar os membros.',
  ],
  test_account_exists: ['Já existe uma conta de teste', 'Use-a, ou remova-a antes.'],
  duplicate_email: [
    'E-mail repetido',
    'Já existe um membro com este e-mail (`existing_id`): altere esse membro.',
  ],
  account_needed: [
    'Várias contas',
    'O e-mail é de várias contas (`accounts`): envie o `id` de uma como `account`.',
  ],
  limit_reached: [
    'Limite atingido',
    'Já existem tantos quantos pode haver; `detail` diz de quê. Remova alguns, ou espere que alguns terminem.',
  ],
  passkeys_unavailable: [
    'Não há chaves de acesso aqui',
    'Abra o serviço por https pelo nome do servidor; nesta máquina, como `localhost`. O operador define `PUBLIC_URL`.',
  ],
  webhook_disabled: [
    'Webhook desativado',
    'Antes ative-o: PATCH com `enabled: true`. O que ficou para trás é então enviado.',
  ],
  event_gone: [
    'Evento não existe mais',
    'O evento desta entrega não está mais na lista de eventos: leia o próprio registro.',
  ],
  delivery_was_test: [
    'A entrega foi um teste',
    'Envie outro teste com `POST /webhooks/{id}/test`.',
  ],
  recalculation_state: [
    'Recálculo encerrado',
    'Leia o recálculo: um que terminou não pode ser cancelado. Peça outro.',
  ],
  import_state: [
    'Importação em outro estado',
    'Leia a importação: só uma que está `checked` pode ser executada, e uma que terminou não pode ser cancelada.',
  ],
  idempotency_in_flight: [
    'Requisição em andamento',
    'A primeira requisição com esta `Idempotency-Key` ainda está em andamento: repita depois de `Retry-After` segundos.',
  ],
  others_refused: [
    'Outras linhas recusadas',
    'A requisição em massa é uma só transação: corrija as linhas recusadas por outros motivos, e envie todas de novo.',
  ],
  conflict: ['Conflito', 'Outra gravação foi mais rápida: leia o registro e tente de novo.'],
  cursor_gone: [
    'Cursor não vale mais',
    'A lista de eventos não continua a partir deste cursor: o que vinha depois não é mais guardado, ou o banco de dados voltou a um estado anterior. Recomece com `restart_cursor`, e compare seus registros com as listas.',
  ],
  version_gone: [
    'A versão não está mais guardada',
    'O pedido já foi assim, e o que ele era não está mais no banco: o histórico antigo vai para arquivos onde quem opera o serviço manda (`HISTORY_DAYS`), e estão com ele.',
  ],
  link_gone: ['O link não vale mais', 'Foi usado ou venceu: peça outro. Cada um vale uma vez.'],
  challenge_gone: [
    'O desafio não vale mais',
    'Pode ser respondido uma vez, em poucos minutos: comece de novo.',
  ],
  refused_lines_gone: [
    'As linhas recusadas não existem mais',
    'Não são mais guardadas, pois a conta guarda as de importações mais novas: envie o arquivo de novo.',
  ],
  precondition_failed: [
    'Pré-condição não atendida',
    'O registro mudou: leia-o, decida de novo, e envie o seu `ETag` atual.',
  ],
  body_too_large: [
    'Corpo grande demais',
    'Envie menos, ou peça que o limite da configuração seja aumentado.',
  ],
  unsupported_media_type: [
    'Tipo de conteúdo não suportado',
    'Envie o que `detail` indica; uma imagem, como JPEG, PNG, WebP, AVIF ou GIF.',
  ],
  validation_failed: ['Dados inválidos', 'Corrija cada campo listado em `errors`.'],
  image_invalid: ['A imagem não pode ser lida', 'Envie um arquivo de imagem íntegro.'],
  image_too_large: [
    'A imagem tem pixels demais',
    'Envie uma imagem com menos pixels: no máximo 50 megapixels, de AVIF 13.',
  ],
  document_too_long: [
    'Pedido longo demais para um documento',
    'Suas linhas são mais do que cabe num documento: exporte-as, com `format` e `rows=items`.',
  ],
  idempotency_mismatch: [
    'Chave de idempotência reutilizada',
    'Esta `Idempotency-Key` pertence a outra requisição: use uma chave nova para cada nova requisição.',
  ],
  rate_limited: ['Requisições demais', 'Espere `Retry-After` segundos.'],
  quota_exceeded: [
    'Cota da conta esgotada',
    'Do que `detail` indica, a conta já tem tantos quantos pode ter ao mesmo tempo: encerre um, ou espere `Retry-After` segundos.',
  ],
  headers_too_large: ['Cabeçalhos grandes demais', 'Envie menos cabeçalhos, ou mais curtos.'],
  internal_error: ['Erro interno', 'Falha nossa: informe o `request_id`.'],
  outcome_unknown: [
    'Resultado desconhecido',
    'A alteração foi feita por inteiro ou não foi feita. Repita a requisição com a mesma `Idempotency-Key`; se não tinha nenhuma, veja se a alteração está lá (um pedido novo, em `possible_id`: é o seu se o histórico dele começa com este `request_id`) antes de enviar de novo.',
  ],
  secret_key_missing: [
    'Falta a chave dos segredos',
    'O operador define `SECRET_KEY` e reinicia o serviço: veja `docs/configuration.pt-BR.md`.',
  ],
  unavailable: [
    'Indisponível',
    'O serviço não pode atender agora e nada foi alterado: repita depois de `Retry-After` segundos.',
  ],
} as const

/** What each code of a single fault says. */
export const fieldErrorsInPortuguese = {
  required: 'Falta a propriedade.',
  unknown_property: 'Não existe essa propriedade aqui.',
  unknown_parameter: 'Não existe esse parâmetro aqui.',
  type: 'O valor é de outro tipo, ou um parâmetro aparece duas vezes.',
  enum: 'O valor não é nenhum dos que `detail` indica.',
  format:
    'O texto não é uma data e hora, um e-mail, um CPF ou CNPJ, um fuso horário, um nome ou um `fk_id` desse formato, ou tem caracteres que texto nenhum tem.',
  pattern: 'O texto tem outra forma do que `detail` diz.',
  gtin_invalid: 'O texto não é um GTIN, ou o dígito verificador é outro.',
  encoding: 'O parâmetro não está em UTF-8 com codificação percentual.',
  min_length: 'O texto é curto demais.',
  max_length: 'O texto é longo demais.',
  minimum: 'O número é pequeno demais.',
  exclusive_minimum: 'O número é pequeno demais: deve estar acima do limite em `detail`.',
  maximum: 'O número é grande demais.',
  exclusive_maximum: 'O número é grande demais: deve estar abaixo do limite em `detail`.',
  decimal: 'O número tem mais dígitos do que o campo aceita.',
  inexact_number: 'O número tem mais dígitos do que um número JSON guarda com exatidão.',
  min_items: 'A lista é curta demais.',
  max_items: 'A lista é longa demais.',
  unique_items: 'A lista tem um elemento duas vezes.',
  max_properties: 'O objeto tem propriedades demais.',
  property_names: 'Uma propriedade tem um nome que não é permitido.',
  quantity_required: 'Um item precisa de uma quantidade.',
  price_required: 'Nem o item nem o seu produto tem preço.',
  base_required:
    'Uma alíquota de ICMS-ST precisa da sua base de cálculo, que tem uma margem (MVA) que o pedido não conhece.',
  tax_unknown: 'O catálogo de impostos não tem esse imposto.',
  tax_twice: 'Uma linha tem cada imposto uma só vez.',
  no_mails: 'O serviço não envia e-mails.',
  quotation_lapsed: 'O orçamento valia até este dia.',
  accept_total_stale: 'O pedido chega a outro total na data da nota.',
  tax_closed: 'Esse imposto não existe no dia que decide os impostos do pedido.',
  rate_missing: 'Nenhuma alíquota foi dada, e o catálogo não tem nenhuma para o dia.',
  reform_bases_differ: 'A CBS e as duas partes do IBS têm uma só base de cálculo.',
  rule_incomplete: 'A regra não diz algo de que precisa; `detail` diz o quê.',
  rule_contradiction: 'O que a regra diz não combina; `detail` diz com o quê.',
  st_rule_needs_contributor:
    'ICMS-ST se cobra de contribuinte que revende; só a diferença de alíquotas, de quem consome.',
  discount_exceeds_total:
    'O desconto é maior que o total do item; o de um pedido, que a soma dos seus itens. Depois de uma alteração de itens, `meta.discount_value` é o desconto informado.',
  lots_sum: 'Os lotes de um item não somam a sua quantidade.',
  installments_sum: 'As parcelas enviadas não somam o que o pedido dá.',
  installment_not_positive:
    'Uma parcela ficaria em 0 ou menos: o pedido dá pouco demais para a condição de pagamento ou as parcelas.',
  terms_invalid:
    'Uma condição de pagamento diz dias, como `30/60/90`, ou linhas que combinam: dias ou meses, um valor ou um percentual, e no máximo 100 % ao todo.',
  terms_not_ascending: 'A linha da condição de pagamento vem antes da anterior.',
  amount_contradiction:
    'O valor contradiz os outros, por mais de 0,01 ou, sendo uma soma, em qualquer centavo: `expected` é o que eles dão.',
  line_below_zero:
    'O que os impostos tiram de uma linha, como o ICMS desonerado, é mais do que ela vale.',
  amount_out_of_range: 'Um valor que resulta dos enviados é grande demais.',
  total_out_of_range: 'O total do pedido é grande demais.',
  reason_required: 'Um pedido só chega à situação com um motivo: `id_reason`.',
  freight_type_required: 'Um valor de frete precisa de `id_freight_type`.',
  order_locked: 'Não pode mudar numa situação bloqueada.',
  number_taken: 'Outro pedido tem este número, ou já o teve.',
  read_only:
    'Só o serviço o define, e o que foi enviado não é o que o registro tem: deixe-o de fora, ou envie-o como veio na resposta.',
  given_once: 'Fica como está, pois o pedido já o tem.',
  next_goes_up: 'O próximo número de uma série só aumenta.',
  period_needed: 'Uma série que recomeça diz em seus números quando: o ano, ou o ano e o mês.',
  invoice_check: 'A nota seria rejeitada por isto: a frase começa com o código da rejeição.',
  move_not_allowed: 'Não se chega à situação a partir da atual.',
  unknown_reference: 'O registro a que se faz referência não existe.',
  reference_contradiction: 'O id e o código de uma referência indicam registros diferentes.',
  nothing_changes: 'O que se pede não mudaria nada, haja o que houver.',
  address_contradiction:
    'O inteiro e o texto de um endereço (`number` e `number_text`, `zip_code` e `postal_code`), ou o estado e o número do município (`ibge`), dizem coisas diferentes.',
  companion_required: 'Dois campos têm valor juntos ou nenhum tem, e este está sem valor.',
  duplicate_fk_id: 'Outro registro tem este `fk_id`.',
  duplicate_value: 'Outro registro tem este valor de um campo único.',
  fk_id: 'O corpo tem outro `fk_id` que não o do endereço.',
  not_for_type: 'Um campo personalizado deste tipo não aceita isso.',
  not_filterable: 'O campo personalizado não pode ser pesquisado, ou ainda não.',
  initial_required: 'Uma situação deve ser a inicial.',
  insufficient_scope: 'O próprio token não tem o que concederia.',
  in_the_past: 'O momento já passou.',
  shuts_out: 'O token deixaria de funcionar no lugar de onde ele mesmo se altera.',
  outside_restriction: 'O token é restrito aos pedidos de outros vendedores ou filiais (`only`).',
  common_password: 'A senha está entre as que outros tentam primeiro.',
  wrong_password: 'Não é a senha.',
  passkey: 'A chave de acesso não foi criada para isto, ou não foi confirmada.',
  duplicate_email: 'Outro membro tem este e-mail.',
  outlives_maker: 'O token duraria mais do que o que o cria.',
  sort: 'Não existe esse campo para ordenar, ou ele aparece duas vezes.',
  fields: 'Não existe essa propriedade, ou ela aparece duas vezes.',
  empty_range: 'O intervalo termina antes de começar.',
  too_many_orders:
    'São encontrados mais pedidos do que se leem de uma vez: é preciso um intervalo menor.',
  invalid_cursor: 'O cursor foi feito para outra lista, ou alterado.',
  cursor_gone: 'A lista de eventos não continua a partir deste cursor.',
  not_with_filters:
    'O parâmetro quer dizer todos os registros, por isso não há filtro ao lado dele.',
  not_in_cursor_mode: 'O parâmetro pertence ao modo de páginas.',
  not_in_export: 'Uma exportação tem a lista inteira, portanto não tem páginas.',
  not_with_cursor: 'O parâmetro diz o mesmo que `cursor`: envie só um.',
  subject: 'Não há eventos de um registro assim.',
  url: 'Não se podem enviar eventos a este endereço.',
  header: 'O cabeçalho não pode ser enviado com eventos.',
  idempotency_key: 'A chave tem caracteres que não são permitidos, ou é longa demais.',
  entity_tag: 'O cabeçalho não tem uma entity tag, que fica entre aspas.',
  file_required: 'O envio não tem arquivo.',
  file_encoding: 'O arquivo não diz a sua codificação, ou não é da que foi dita.',
  several_files: 'O envio tem mais de um arquivo.',
  rules_meet:
    'Duas regras do arquivo, ou uma dele e outra, valem para uma mesma venda com a mesma precisão.',
  not_written: 'Outros registros do arquivo se contradizem: nada dele foi gravado.',
  lines_differ: 'As linhas de um pedido dizem coisas diferentes dele.',
  open_quote: 'Uma aspa no arquivo põe as linhas seguintes numa só célula.',
} as const
