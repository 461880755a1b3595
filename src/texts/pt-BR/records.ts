/** Of customers, products and the other records that orders refer to, and of custom fields. */
export const recordTexts = {
  // Of terms of payment.
  'must be days such as 30/60/90, or 0+30/60 with a down payment: at most {0}, each up to {1}.':
    'deve ser dias como 30/60/90, ou 0+30/60 com entrada: no máximo {0}, cada um até {1}.',
  'is before the line before it.': 'vem antes da linha anterior.',
  'can’t stand beside days.': 'não pode vir junto com dias.',
  'is the day of a month: it needs months.': 'é o dia de um mês: precisa de meses.',
  'can’t stand beside a percentage.': 'não pode vir junto com um percentual.',
  'makes the percentages more than 100, or leaves nothing for equal parts.':
    'faz os percentuais passarem de 100, ou não deixa nada para as partes iguais.',
  '{0} with fk_id "{1}"': '{0} com fk_id "{1}"',
  '{0} {1} already has the fk_id "{2}".': '{0} {1} já tem o fk_id "{2}".',
  'The fk_id "{0}" belongs to another {1}.': 'O fk_id "{0}" já está em uso em outro registro: {1}.',
  'names other sellers than {0}.': 'informa outros vendedores que {0}.',
  'must name {0}, and of other sellers those that the customer has: the token is restricted to its own.':
    'deve informar {0}, e dos outros vendedores os que o cliente já tem: o token só pode mudar os seus.',
  'What customers buy is for who may read all orders: the scope orders:read, and no restriction to sellers or branches.':
    'O que os clientes compram é para quem pode ler todos os pedidos: o escopo orders:read, e nenhuma restrição a vendedores ou filiais.',
  'The token is restricted to some sellers (`only`), of whom none has this customer: it may read it, but not change it.':
    'O token é restrito a alguns vendedores (`only`), e nenhum deles atende este cliente: pode ler, mas não mudar.',
  'The token is restricted to some sellers (`only`): it can’t hand customers over from one to another.':
    'O token é restrito a alguns vendedores (`only`): não pode transferir clientes de um para outro.',
  'is required; null is nobody.': 'é obrigatório; null é ninguém.',
  'is required where neither `customers` nor a filter says which customers are meant.':
    'é obrigatório quando nem `customers` nem um filtro diz quais são os clientes.',
  'is the seller of `from`.': 'é o vendedor de `from`.',
  'needs a seller in `to`.': 'precisa de um vendedor em `to`.',
  'The token is restricted to some orders; what the restricted may read is for others to decide.':
    'O token se limita a alguns pedidos; o que os restritos podem ler cabe a outros decidir.',
  'A token that is restricted to customers of some sellers (`only`) can’t change what is declared of all customers.':
    'Um token restrito a clientes de alguns vendedores (`only`) não pode mudar o que está declarado para todos os clientes.',
  '{0} {1} is used by {2}.': '{0} {1} está em uso por {2}.',
  'must be absent or the same as in the path.': 'deve ser omitido ou igual ao do caminho.',
  'Order status {0} does not exist.': 'A situação do pedido {0} não existe.',
  'Order status {0} is the initial one, where new orders start: make another status initial first.':
    'A situação do pedido {0} é a inicial, em que começam os pedidos novos: antes torne inicial outra situação.',
  'can’t be taken from the initial status: set it on another status instead.':
    'não pode ser retirado da situação inicial: marque-o em outra situação.',
  // Series of numbers.
  'order numbers': 'números de pedidos',
  'is {0} already, and only goes up.': 'já é {0}, e só aumenta.',
  'must have {YYYY} or {YY}, as the count begins again each year.':
    'deve ter {YYYY} ou {YY}, pois a contagem recomeça a cada ano.',
  'must have {YYYY} or {YY}, and {MM}, as the count begins again each month.':
    'deve ter {YYYY} ou {YY}, e {MM}, pois a contagem recomeça a cada mês.',
  // Rules of taxes.
  'Version {0} of tax rule {1}': 'Versão {0} da regra de imposto {1}',
  'The account has {0} tax rules, the most.': 'A conta tem {0} regras de impostos, o máximo.',
  'Rule {0} ({1}) holds for some of the same sales and is as specific: give one of the two another condition, or end one before the other begins.':
    'A regra {0} ({1}) vale para algumas das mesmas vendas com a mesma precisão: dê a uma das duas outra condição, ou encerre uma antes que a outra comece.',
  'must be left out beside a product.': 'deve ser omitido junto de um produto.',
  'is before valid_from.': 'é anterior a valid_from.',
  'is nothing that rules of the kind {0} say.': 'não é algo que regras do tipo {0} digam.',
  'is required, or the csosn of sellers in the Simples Nacional.':
    'é obrigatório, ou o csosn de vendedores do Simples Nacional.',
  'is no CST of ICMS.': 'não é um CST de ICMS.',
  'is no CSOSN.': 'não é um CSOSN.',
  'is required inside a state: only sales between states have a national rate.':
    'é obrigatório dentro do estado: só vendas interestaduais têm alíquota nacional.',
  'is required beside unit_kind.': 'é obrigatório junto de unit_kind.',
  'is required where the greater of two bases counts.':
    'é obrigatório quando vale a maior de duas bases.',
  'is required beside st_rate, or a unit_value.':
    'é obrigatório junto de st_rate, ou um unit_value.',
  'must be [1] beside st_rate.': 'deve ser [1] junto de st_rate.',
  'must be true beside st_own_use.': 'deve ser true junto de st_own_use.',
  'must be false beside st_rate.': 'deve ser false junto de st_rate.',
  'is required with the rest of DIFAL.': 'é obrigatório com o resto do DIFAL.',
  'must be [9] beside difal_rate.': 'deve ser [9] junto de difal_rate.',
  'is no CST of IPI.': 'não é um CST de IPI.',
  'must be left out beside a rate.': 'deve ser omitido junto de uma alíquota.',
  'is required: the six digits of a cClassTrib.':
    'é obrigatório: os seis dígitos de um cClassTrib.',
  // Customers.
  '{0} with fk_id "{1}" (an id is written {2})': '{0} com fk_id "{1}" (um id se escreve {2})',
  '"{0}" stands twice in this {1}.': '"{0}" aparece duas vezes no mesmo registro de {1}.',
  'must be an fk_id, or "id:" and an id such as id:42.':
    'deve ser um fk_id, ou "id:" e um id, como id:42.',
  'must be {0}.': 'deve ter {0}.',
  'is required beside {0}.': 'é obrigatório quando {0} está preenchido.',
  'is a municipality of {0}, and state is {1}.': 'é um município de {0}, e state é {1}.',
  'must begin with the two digits of a state, such as 35 of São Paulo.':
    'deve começar com os dois dígitos de um estado, como 35 de São Paulo.',
  'must be the 7 digits of a municipality.': 'deve ser os 7 dígitos de um município.',
  'stands twice in {0}.': 'aparece duas vezes em {0}.',
  'must be two letters.': 'deve ter duas letras.',
  'must be a CEP such as 01310-200.': 'deve ser um CEP, como 01310-200.',
  'must be a CNPJ: a CPF is not looked up.': 'deve ser um CNPJ: CPFs não são consultados.',
  'Whoever runs the service has set no address for this.':
    'Quem opera o serviço não configurou endereço para esta consulta.',
  'Nothing is known of it there.': 'A consulta não encontrou nada.',
  'What is asked for it does not answer as it should ({0}).':
    'O serviço consultado não responde como deveria ({0}).',
  // Images of products.
  'An image of product {0}': 'A imagem do produto {0}',
  'An image of product with fk_id "{0}"': 'A imagem do produto com fk_id "{0}"',
  'Send the file as multipart/form-data.': 'Envie o arquivo como multipart/form-data.',
  'The upload {0}': 'O envio {0}',
  'holds more than one file.': 'tem mais de um arquivo.',
  'holds no file part.': 'não tem nenhum arquivo.',
  'holds an empty file.': 'tem um arquivo vazio.',
  'The file is not a JPEG, PNG, WebP, AVIF or GIF image (its bytes decide, not its name or type).':
    'O arquivo não é uma imagem JPEG, PNG, WebP, AVIF ou GIF (decidem os seus bytes, não o nome nem o tipo).',
  'The image has {0} × {1} pixels ({2} megapixels); at most 50 megapixels are accepted, of AVIF 13, of GIF, interlaced PNG and progressive JPEG 25.':
    'A imagem tem {0} × {1} pixels ({2} megapixels); são aceitos no máximo 50 megapixels, de AVIF 13, de GIF, PNG entrelaçado e JPEG progressivo 25.',
  'The image is truncated, damaged or takes too long to decode.':
    'A imagem está incompleta, danificada ou demora demais para ser decodificada.',
  // Custom fields.
  '{0} belongs to another {1}.': '{0} já está em uso em outro registro: {1}.',
  '{0} belongs to {1} {2}.': '{0} já está em uso: {1} {2}.',
  'is not declared: POST /custom-fields with "resource": "{0}" and "key": {1} first.':
    'não está declarado: antes faça POST /custom-fields com "resource": "{0}" e "key": {1}.',
  'must be "true" or "false".': 'deve ser "true" ou "false".',
  'must be a date such as "2026-11-21", of the years 1900 to 2199.':
    'deve ser uma data como "2026-11-21", dos anos 1900 a 2199.',
  'must be a number such as "12.5", with a point and at most 15 digits before it and 10 behind.':
    'deve ser um número como "12.5", com ponto e no máximo 15 dígitos antes dele e 10 depois.',
  'must be a whole number of at most 15 digits such as "12".':
    'deve ser um número inteiro de no máximo 15 dígitos, como "12".',
  'must have at most {0} characters, as the field is filterable or unique.':
    'pode ter no máximo {0} caracteres, pois o campo é filtrável ou único.',
  'must not contain U+10FFFF.': 'não pode conter U+10FFFF.',
  'is after {0}{1}_to.': 'vem depois de {0}{1}_to.',
  'takes no range: "{0}" is of the type {1}.': 'não aceita intervalo: "{0}" é do tipo {1}.',
  'takes one value.': 'aceita um só valor.',
  'the custom field {0} is not filterable: PATCH {1} with "filterable": true.':
    'o campo personalizado {0} não é filtrável: faça PATCH {1} com "filterable": true.',
  'the custom field {0} is still being checked ({1} %): see GET {2}.':
    'o campo personalizado {0} ainda está sendo verificado ({1}%): veja GET {2}.',
  'there is no custom field {0} of {1}: declare it with POST /custom-fields, "filterable": true.':
    'não há campo personalizado {0} de {1}: declare-o com POST /custom-fields, "filterable": true.',
  'What is declared at /custom-fields, the status, or a record with the same value, just changed; try again.':
    'O que está declarado em /custom-fields, a situação, ou um registro com o mesmo valor, acaba de mudar; tente de novo.',
  'A resource can have {0} custom fields.': 'Um recurso pode ter {0} campos personalizados.',
  'Custom field {0} of {1} has the key {2}.': 'O campo personalizado {0} de {1} tem a chave {2}.',
  "Of a resource's custom fields {0} can be filterable or unique.":
    'Dos campos personalizados de um recurso, {0} podem ser filtráveis ou únicos.',
  'has the same value as another {0}: {1}.': 'tem o mesmo valor que outro registro ({0}): {1}.',
  'has the same value as {0} {1}: {2}.': 'tem o mesmo valor que {0} {1}: {2}.',
  '{0} {1}: {2} {3}': '{0} {1}: {2} {3}',
  '1 record breaks this declaration, such as {0}':
    '1 registro contraria esta declaração, por exemplo {0}',
  '{0} records break this declaration, such as {1}':
    '{0} registros contrariam esta declaração, por exemplo {1}',
  'is required of the type choice.': 'é obrigatório no tipo choice.',
  'must be empty: the type is {0}.': 'deve ficar vazio: o tipo é {0}.',
  'must have no comma and not end in "_from" or "_to", which ask for ranges.':
    'não pode ter vírgula nem terminar em "_from" ou "_to", que pedem intervalos.',
  'can’t be changed: delete the declaration, which leaves all values as they are, and make another.':
    'não pode mudar: exclua a declaração, o que deixa todos os valores como estão, e faça outra.',
  'The customer is anonymised: it gets no addresses.':
    'O cliente está anonimizado: não recebe endereços.',
  'The customer is anonymised: its data is not written again.':
    'O cliente está anonimizado: os dados não se gravam de novo.',
  'Anonymisation of customer {0}': 'A anonimização do cliente {0}',
  'The token is restricted to some orders; this is about all of a customer.':
    'O token se limita a alguns pedidos; aqui se trata de todos os de um cliente.',
  'names order status {0}, which does not exist or is not locked.':
    'indica a situação do pedido {0}, que não existe ou não bloqueia.',
} as const satisfies Record<string, string>
