export type Language = 'pt-BR' | 'en'
