/** Of events and webhooks. */
export const eventTexts = {
  'Events behind this cursor are no longer kept.':
    'Os eventos depois deste cursor não são mais guardados.',
  'The feed has another history than the one this cursor was made in.':
    'A lista de eventos tem outro histórico, e não aquele em que este cursor foi feito.',
  'This token may see events that the cursor has passed over: those of {0}.':
    'Este token pode ver eventos que o cursor pulou: os de {0}.',
  '{0} Start again with `restart_cursor`, at the oldest event there is ({1}), and compare your records.':
    '{0} Recomece com `restart_cursor`, no evento mais antigo que há ({1}), e compare os seus registros.',
  '{0} Start again with `restart_cursor`, at the oldest event there is, and compare your records.':
    '{0} Recomece com `restart_cursor`, no evento mais antigo que há, e compare os seus registros.',
  'This cursor was made for other filters.': 'Este cursor foi feito para outros filtros.',
  'is after to.': 'vem depois de to.',
  'This cursor was made for another order.': 'Este cursor foi feito para outra ordem.',
  'This cursor goes back in time, and a stream goes on.':
    'Este cursor volta no tempo, e um stream segue adiante.',
  '{0} Start again with `restart_cursor`, at the newest event.':
    '{0} Recomece com `restart_cursor`, no evento mais recente.',
  'is another name of cursor: send one.': 'é outro nome de cursor: envie só um.',
  'names "{0}", which is no type of event.': 'indica "{0}", que não é um tipo de evento.',
  'names no record that has events, such as /orders/42.':
    'não indica um registro que tenha eventos, como /orders/42.',
  // Webhooks.
  'Webhook {0}': 'O webhook {0}',
  'Webhook {0} is disabled.': 'O webhook {0} está desativado.',
  'An account has at most {0} webhooks.': 'Uma conta tem no máximo {0} webhooks.',
  'The service has no key to keep secrets with.':
    'O serviço não tem uma chave com que guardar segredos.',
  'The service lacks the key that this secret is kept with.':
    'O serviço não tem a chave com que este segredo é guardado.',
  'must be an address such as https://erp.example.com/orders.':
    'deve ser um endereço como https://erp.example.com/orders.',
  'must be of a host that can be found: "{0}" has no address.':
    'deve ser de um host que se possa encontrar: "{0}" não tem endereço.',
  'must be of a host with public addresses only, unless the setting WEBHOOK_ALLOW names the host.':
    'deve ser de um host só com endereços públicos, a não ser que a configuração WEBHOOK_ALLOW indique o host.',
  'must begin with https://, unless the setting WEBHOOK_ALLOW names the host.':
    'deve começar com https://, a não ser que a configuração WEBHOOK_ALLOW indique o host.',
  'must have port 443, unless the setting WEBHOOK_ALLOW names the host.':
    'deve ter a porta 443, a não ser que a configuração WEBHOOK_ALLOW indique o host.',
  'must not have a fragment ("#").': 'não pode ter fragmento ("#").',
  'must not hold a user name or a password: send them in a header.':
    'não pode ter nome de usuário nem senha: envie-os num cabeçalho.',
  'is a header that Pedido sends itself.': 'é um cabeçalho que o próprio Pedido envia.',
  'is there in another spelling, too.': 'aparece também com outra grafia.',
  'must be 1 to {0} characters of ASCII, no control characters, no space at either end.':
    'deve ter de 1 a {0} caracteres ASCII, sem caracteres de controle e sem espaço nas pontas.',
  'must be the name of a header, of at most {0} characters.':
    'deve ser o nome de um cabeçalho, de no máximo {0} caracteres.',
  'must hold at most {0} headers.': 'pode ter no máximo {0} cabeçalhos.',
  // Deliveries.
  'Delivery {0} of webhook {1}': 'A entrega {0} do webhook {1}',
  'Delivery {0} was a test, and no event of the feed.':
    'A entrega {0} foi um teste, e não um evento da lista.',
  'The event of delivery {0} is not kept any more.': 'O evento da entrega {0} não é mais guardado.',
  'A webhook has at most {0} replays that are not done.':
    'Um webhook tem no máximo {0} reenvios por terminar.',
  'The token "{0}", which changed the webhook last, lacks {1}. Write its `types` with another one.':
    'Falta ao token "{0}", o último a alterar o webhook, {1}. Grave os seus `types` com outro.',
  'The service stops: the test was ended.': 'O serviço está parando: o teste foi encerrado.',
  'must be the subject of an event, such as /orders/42.':
    'deve ser o subject de um evento, como /orders/42.',
  'must be types of events with commas between them, such as order.created,customer.*.':
    'deve ter tipos de eventos separados por vírgulas, como order.created,customer.*.',
  'must be the id of an event, such as 0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c.':
    'deve ser o id de um evento, como 0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c.',
} as const satisfies Record<string, string>
