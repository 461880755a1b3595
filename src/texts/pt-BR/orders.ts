/** Of orders and their items. */
export const orderTexts = {
  'must add up to what the order comes to.': 'deve somar o total do pedido.',
  'makes an instalment of the order 0 or less: it comes to too little for its terms.':
    'deixa uma parcela do pedido em 0 ou menos: o pedido dá pouco demais para a condição de pagamento.',
  'The lots come to {0}, and the item to {1}.': 'Os lotes somam {0}, e o item {1}.',
  'The invoice would be refused: {0}': 'A nota seria rejeitada: {0}',
  'Order {0}': 'O pedido {0}',
  'There is no order {0}.': 'Não há o pedido {0}.',
  'An order with fk_id "{0}"': 'O pedido com fk_id "{0}"',
  'Item {0}': 'O item {0}',
  'An item with fk_id "{0}"': 'O item com fk_id "{0}"',
  '{0} of order {1}': '{0} do pedido {1}',
  // Its versions.
  'Version {0} of order {1}': 'A versão {0} do pedido {1}',
  'Order {0} as it was at {1}': 'O pedido {0} como era em {1}',
  'Version {0} of order {1} is no longer kept.':
    'A versão {0} do pedido {1} não está mais guardada.',
  'What order {0} was at {1} is no longer kept.':
    'O que o pedido {0} era em {1} não está mais guardado.',
  'must be the number of a version, or current.': 'deve ser o número de uma versão, ou current.',
  // What an order refers to.
  'names no {0}': 'não indica {0}',
  'names {0} {1}': 'indica {0} {1}',
  'names {0} "{1}", which does not exist.': 'indica {0} "{1}", que não existe.',
  'names {0} {1}, which does not exist.': 'indica {0} {1}, que não existe.',
  'names order status {0}, which does not exist.':
    'indica a situação do pedido {0}, que não existe.',
  "names address {0}, which is not one of the order's customer.":
    'indica o endereço {0}, que não é do cliente do pedido.',
  '{0}, but {1} is {2}.': '{0}, mas {1} é {2}.',
  '{0}, but fk_id is "{1}".': '{0}, mas fk_id é "{1}".',
  'names {0} "{1}"': 'indica {0} "{1}"',
  'names {0} {1}, as another record does.': 'indica {0} {1}, como outro registro.',
  'A record this order refers to was just deleted; try again.':
    'Um registro a que este pedido se refere acaba de ser excluído; tente de novo.',
  'is required, or fk_id_customer.': 'é obrigatório, ou então fk_id_customer.',
  // Codes.
  'The fk_id "{0}" belongs to another order, {1}.': 'O fk_id "{0}" pertence a outro pedido, {1}.',
  'The fk_id "{0}" belongs to another order.': 'O fk_id "{0}" pertence a outro pedido.',
  'The number "{0}" belongs to another order, or did.':
    'O número "{0}" pertence a outro pedido, ou já pertenceu.',
  'is {0}, and stays.': 'é {0}, e não muda.',
  'Another item of this order has this fk_id.': 'Outro item deste pedido tem este fk_id.',
  '"{0}" stands twice in this order.': '"{0}" aparece duas vezes neste pedido.',
  // Tokens for some orders.
  'must be {0}: the token is restricted to orders of this seller.':
    'deve ser {0}: o token é restrito aos pedidos deste vendedor.',
  'must be {0}: the token is restricted to orders of this branch.':
    'deve ser {0}: o token é restrito aos pedidos desta filial.',
  'must be no more than the orders of the one who asks: {0}.':
    'não pode ser mais do que os pedidos de quem pede: {0}.',
  'The token sees fewer orders or customers than before.':
    'O token vê menos pedidos ou clientes do que antes.',
  'The webhook gets events of orders that this token, which is restricted (`only`), does not see. Name other `types`.':
    'O webhook recebe eventos de pedidos que este token, que é restrito (`only`), não vê. Indique outros `types`.',
  'The webhook gets events of customers that this token, which is restricted (`only`), does not see. Name other `types`.':
    'O webhook recebe eventos de clientes que este token, que é restrito (`only`), não vê. Informe outros `types`.',
  'A token that is restricted to some orders (`only`) can’t change what is declared of all orders.':
    'Um token restrito a alguns pedidos (`only`) não pode mudar o que está declarado para todos os pedidos.',
  // Items.
  'The order has {0} items, and more it can’t have.':
    'O pedido tem {0} itens, e mais não pode ter.',
  'The order would have {0} items; it can have {1}.':
    'O pedido ficaria com {0} itens; pode ter {1}.',
  'names item {0} once more.': 'indica o item {0} mais uma vez.',
  'names item {0}, which does not exist.': 'indica o item {0}, que não existe.',
  'names item {0}, which the order doesn’t have.': 'indica o item {0}, que o pedido não tem.',
  'can’t be changed here: use /orders/{id}/changes, /orders/{id_order}/items or /orders/{id_order}/items/{id}.':
    'não podem ser alterados aqui: use /orders/{id}/changes, /orders/{id_order}/items ou /orders/{id_order}/items/{id}.',
  // Amounts.
  'must be above 0.': 'deve ser maior que 0.',
  'is required, as the product has no price of its own.':
    'é obrigatório, pois o produto não tem preço próprio.',
  'is required with {0}: the base of ICMS-ST has a margin that the order doesn’t know.':
    'é obrigatória junto com {0}: a base de cálculo do ICMS-ST tem uma margem (MVA) que o pedido não conhece.',
  "The discount {0} is more than the line's total {1}.":
    'O desconto {0} é maior que o total da linha, {1}.',
  'The discount {0} is more than what the items come to, {1}.':
    'O desconto {0} é maior que a soma dos itens, {1}.',
  'discount_value ÷ the items’ net total × 100': 'discount_value ÷ total líquido dos itens × 100',
  '{0} was sent as {1}, expected {2} ({3}).':
    '{0} veio como {1}, mas o valor esperado é {2} ({3}).',
  'must be email, or left out, where `to` is sent.':
    'deve ser email, ou ficar de fora, onde `to` é enviado.',
  'can’t be sent: the service sends no mails (SMTP_URL is not set).':
    'não pode ser enviado: o serviço não envia e-mails (SMTP_URL não está definida).',
  'An account mails {0} orders in a day: wait {1} seconds.':
    'Uma conta envia {0} pedidos por e-mail por dia: aguarde {1} segundos.',
  'The quotation was valid until {0}: send a later valid_until with the move to take it at its prices all the same.':
    'O orçamento valia até {0}: envie um valid_until posterior junto com a mudança de situação para manter os preços mesmo assim.',
  'By {0} the order comes to {1}, and not to {2}: send the new total as accept_total.':
    'Em {0} o pedido chega a {1}, e não a {2}: envie o novo total em accept_total.',
  'was sent as {0}, and the order comes to {1} by {2}.':
    'foi enviado como {0}, e o pedido chega a {1} em {2}.',
  'There is no {0} on {1}: leave it out, or give the order another tax date.':
    'Não existe {0} em {1}: deixe-o fora, ou dê ao pedido outra data fiscal.',
  'The base of {0} is {1}, and that of {2} {3}: IBS and CBS have one base.':
    'A base de {0} é {1}, e a de {2}, {3}: IBS e CBS têm uma só base.',
  'is not a known tax. Known: {0}.': 'não é um imposto conhecido. Conhecidos: {0}.',
  'stands at /taxes/{0} already: a line has each tax once.':
    'já está em /taxes/{0}: uma linha tem cada imposto uma só vez.',
  'must be one of {0}: {1}.': 'deve ser um de {0}: {1}.',
  'is no property of {0}.': 'não é uma propriedade de {0}.',
  'must be at most {0} bytes of JSON.': 'deve ter no máximo {0} bytes em JSON.',
  'The catalogue has no rate of {0} for {1}: send one, or the value.':
    'O catálogo não tem alíquota de {0} para {1}: envie uma, ou o valor.',
  'at most what is due': 'no máximo o que é devido',
  'is required with {0}.': 'é obrigatório com {0}.',
  'is required, or the margin: the base of {0} has one.':
    'é obrigatória, ou então a margem: a base de {0} tem uma.',
  'take more off the line than it comes to: it would be {0}.':
    'tiram da linha mais do que ela vale: daria {0}.',
  'must be left out where the value is by quantity.':
    'deve ficar de fora quando o valor é por quantidade.',
  '{0} would be {1}, which has more than {2} integer digits.':
    '{0} seria {1}, que tem mais de {2} dígitos inteiros.',
  'at most total_item': 'no máximo total_item',
  'at most total_item ÷ quantity': 'no máximo total_item ÷ quantity',
  'total_item − discount': 'total_item − desconto',
  'The order would come to {0}, more than {1} integer digits.':
    'O total do pedido seria {0}, com mais de {1} dígitos inteiros.',
  'The order would come to more than 13 integer digits.':
    'O total do pedido teria mais de 13 dígitos inteiros.',
  'A freight value above 0 needs id_freight_type.':
    'Um valor de frete acima de 0 precisa de id_freight_type.',
  'An order can have at most {0} custom fields.':
    'Um pedido pode ter no máximo {0} campos personalizados.',
  // Statuses.
  'An order can\'t go from "{0}" to "{1}". Allowed: {2}.':
    'Um pedido não pode ir de "{0}" para "{1}". Situações permitidas: {2}.',
  'The order is in the locked status "{0}": {1}.':
    'O pedido está na situação bloqueada "{0}": {1}.',
  'is required: orders are in "{0}" for a reason.':
    'é obrigatório: um pedido fica em "{0}" por um motivo.',
  'can’t change in this status.': 'não pode mudar nesta situação.',
  '{0} can’t change': 'não pode mudar: {0}',
  'its taxes can’t change': 'os impostos não podem mudar',
  'its items can’t change': 'os seus itens não podem mudar',
  'it can’t be deleted': 'não pode ser excluído',
  'No law has set the rate of {0} for {1}: the account refuses orders without it.':
    'Nenhuma lei fixou a alíquota de {0} para {1}: a conta recusa pedidos sem ela.',
  'is after {0}_to.': 'vem depois de {0}_to.',
  'The state of the seller or of the destination is not known: nothing was worked out.':
    'Não se sabe o estado do vendedor ou do destino: nada foi calculado.',
  'Whether the buyer is registered for ICMS (ie_kind) is not known: no ICMS was worked out.':
    'Não se sabe se o comprador é contribuinte do ICMS (ie_kind): o ICMS não foi calculado.',
  'No rule of ICMS holds for this line.': 'Nenhuma regra de ICMS vale para este item.',
  'The rule lacks {0} for this seller and place.':
    'Falta {0} na regra para este vendedor e este lugar.',
  'No law has set the rate of {0} for this day: it was not worked out.':
    'Nenhuma lei fixou a alíquota de {0} para este dia: não foi calculado.',
  'The buyer is a consumer in another state, and the rule has no difal_rate: SEFAZ refuses the invoice (694).':
    'O comprador é consumidor em outro estado, e a regra não tem difal_rate: a SEFAZ rejeita a nota (694).',
  'is more than what the lines come to, which is {0}.':
    'é mais do que a soma dos itens, que é {0}.',
  'Link {0}': 'O link {0}',
  'The order has had {0} links, the most.': 'O pedido já teve {0} links, o máximo.',
  'Comment {0}': 'O comentário {0}',
  'Attachment {0}': 'O anexo {0}',
  'The order has {0} attachments, the most.': 'O pedido tem {0} anexos, o máximo.',
  'The file is not a PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1 (its bytes decide, not its name or type).':
    'O arquivo não é um PDF, XML, JPEG, PNG, WebP, CSV, XLSX nem texto em UTF-8 ou Latin-1 (decidem os bytes, não o nome nem o tipo).',
  'Recalculation {0}': 'O recálculo {0}',
  'The account has {0} recalculations that wait or run, the most: wait for one, or cancel some.':
    'A conta tem {0} recálculos em espera ou em execução, o máximo: espere por um, ou cancele alguns.',
  'Recalculation {0} is {1}; one that is waiting or running can be cancelled.':
    'O recálculo {0} está {1}; um que está waiting ou running pode ser cancelado.',
  'name a filter, or say all=true for all orders.':
    'indique um filtro, ou diga all=true para todos os pedidos.',
  'means all orders: leave it out beside {0}.':
    'quer dizer todos os pedidos: deixe-o de fora ao lado de {0}.',
  'The database took too long to find these orders. Narrow them, such as by dates.':
    'O banco de dados demorou demais para achar estes pedidos. Restrinja-os, por exemplo por datas.',
  'The service stopped {0} times while it worked on the orders behind {1}. What was written stays.':
    'O serviço parou {0} vezes enquanto trabalhava nos pedidos depois do {1}. O que foi gravado permanece.',
  'Something failed on our side {0} times, each time behind order {1}; the log of the service says what. What was written stays.':
    'Algo falhou do nosso lado {0} vezes, sempre depois do pedido {1}; o log do serviço diz o quê. O que foi gravado permanece.',
  '{0} “{1}” had asked for this recalculation, which ends here. What was written stays.':
    '{0} “{1}” tinha pedido este recálculo, que termina aqui. O que foi gravado permanece.',
} as const satisfies Record<string, string>
