/** Of what rules make of a sale. */
export const taxTexts = {
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
} as const satisfies Record<string, string>
