import type { Label } from './kinds.ts'

// What happened, as people call it, by the type of the event.

export const recordEvents = {
  'order.created': ['Pedido criado', 'Order created'],
  'order.updated': ['Pedido alterado', 'Order changed'],
  'order.deleted': ['Pedido excluído', 'Order deleted'],
  'order.status_changed': ['Situação do pedido alterada', 'Order status changed'],
  'order.corrected': ['Pedido corrigido', 'Order corrected'],
  'customer.created': ['Cliente criado', 'Customer created'],
  'customer.updated': ['Cliente alterado', 'Customer changed'],
  'customer.deleted': ['Cliente excluído', 'Customer deleted'],
  'customer.anonymised': ['Cliente anonimizado', 'Customer anonymised'],
  'product.created': ['Produto criado', 'Product created'],
  'product.updated': ['Produto alterado', 'Product changed'],
  'product.deleted': ['Produto excluído', 'Product deleted'],
  'address.created': ['Endereço criado', 'Address created'],
  'address.updated': ['Endereço alterado', 'Address changed'],
  'address.deleted': ['Endereço excluído', 'Address deleted'],
  'tax_rule.created': ['Regra de imposto criada', 'Tax rule created'],
  'tax_rule.updated': ['Regra de imposto alterada', 'Tax rule changed'],
  'tax_rule.deleted': ['Regra de imposto excluída', 'Tax rule deleted'],
  'webhook.created': ['Webhook criado', 'Webhook created'],
  'webhook.updated': ['Webhook alterado', 'Webhook changed'],
  'webhook.deleted': ['Webhook excluído', 'Webhook deleted'],
  'webhook.disabled': ['Webhook desativado', 'Webhook disabled'],
} as const satisfies Record<string, Label>

/** What the audit tells of: types that begin with `audit.`, here without that, in the order of a list. */
export const auditEvents = {
  session_created: ['Entrou', 'Signed in'],
  sign_in_failed: ['Entrada recusada', 'Sign-in refused'],
  session_ended: ['Sessão encerrada', 'Session ended'],
  password_changed: ['Senha escolhida', 'Password chosen'],
  passkey_created: ['Chave de acesso criada', 'Passkey made'],
  passkey_deleted: ['Chave de acesso removida', 'Passkey removed'],
  member_created: ['Pessoa convidada', 'Person invited'],
  member_updated: ['Pessoa alterada', 'Person changed'],
  member_deleted: ['Pessoa removida', 'Person removed'],
  link_created: ['Link gerado', 'Link made'],
  token_created: ['Token criado', 'Token made'],
  token_deleted: ['Token revogado', 'Token revoked'],
  issuer_created: ['Emissor de JWTs aceito', 'Issuer of JWTs trusted'],
  issuer_updated: ['Emissor de JWTs alterado', 'Issuer of JWTs changed'],
  issuer_deleted: ['Emissor de JWTs removido', 'Issuer of JWTs removed'],
  provider_created: ['Login da empresa ligado', 'Company sign-in set up'],
  provider_updated: ['Login da empresa alterado', 'Company sign-in changed'],
  provider_deleted: ['Login da empresa desligado', 'Company sign-in removed'],
  account_updated: ['Configurações alteradas', 'Settings changed'],
  export_made: ['Lista exportada', 'List exported'],
  customer_anonymised: ['Cliente anonimizado', 'Customer anonymised'],
} as const satisfies Record<string, Label>
