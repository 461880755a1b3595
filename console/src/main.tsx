import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/base.css'
import { Console } from './app/console.tsx'
import { applyTheme } from './app/theme.ts'
import { queries } from './session/client.ts'
import { browserLanguage } from './text/language.ts'

applyTheme()
// Problems are asked for in the language of the page.
document.documentElement.lang = browserLanguage()
const place = document.getElementById('console')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Console />
      </QueryClientProvider>
    </StrictMode>,
  )
}
