import { texts } from '../../../text/texts.ts'

export const text = texts({
  attachments: ['Anexos', 'Attachments'],
  attach: ['Anexar arquivos', 'Attach files'],
  sending: [(name: string) => `Enviando ${name}`, (name: string) => `Sending ${name}`],
  drop: ['Ou arraste arquivos até aqui:', 'Or drop files here:'],
  kinds: [
    'PDF, XML, JPEG, PNG, WebP, CSV, XLSX ou texto, até 10 MB cada',
    'PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text, up to 10 MB each',
  ],
  none: ['Nenhum anexo.', 'No attachments.'],
  added: [
    (count: number) => (count === 1 ? 'Arquivo anexado' : `${count} arquivos anexados`),
    (count: number) => (count === 1 ? 'File attached' : `${count} files attached`),
  ],
  notAdded: [
    (name: string) => `${name} não foi anexado.`,
    (name: string) => `${name} was not attached.`,
  ],
  remove: ['Remover anexo', 'Remove attachment'],
  removeOf: [(name: string) => `Remover ${name}`, (name: string) => `Remove ${name}`],
  removeTitle: [(name: string) => `Remover ${name}?`, (name: string) => `Remove ${name}?`],
  removeWhy: ['O arquivo é excluído de forma definitiva.', 'The file is deleted permanently.'],
  removed: ['Anexo removido', 'Attachment removed'],
})
