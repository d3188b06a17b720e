import type { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import './ui/theme.css'
import './ui/icons.ts'
import { App } from './app/App.tsx'
import { NoticeSlot } from './background/notifications/NoticeSlot.tsx'
import { isApiError } from './data/request.ts'
import { storeFiles } from './data/store-files.ts'
import { menu } from './menu.ts'
import { PaletteSlot } from './palette/PaletteSlot.tsx'
import { doors, fetchScreenFiles, screens } from './routes.tsx'
import { fillScreenParts } from './screen-parts.ts'
import { loadFonts } from './ui/fonts.ts'
import { pageStyles, watchStyles } from './ui/retry.ts'
import { tolerateTranslators } from './ui/tolerant-dom.ts'

/** Copies of reads that this device keeps. Their code is no part of a first visit's scripts. */
const followReads = async (cache: QueryClient) =>
  (await import('./customers/profiles/stored-kinds.ts')).followCustomers(cache)

const root = document.getElementById('root')
// A refusal that a screen shows in words is no fault of the page.
const onCaughtError = (error: unknown) => isApiError(error) || console.error(error)
fillScreenParts()
tolerateTranslators()
watchStyles()
// Without a top-level await, which would have the build write a file more for each part that is loaded late.
void pageStyles().then(() => {
  if (root)
    createRoot(root, { onCaughtError }).render(
      <App pages={{ screens, doors, menu, notice: NoticeSlot, palette: PaletteSlot, followReads }} />,
    )
  loadFonts()
  fetchScreenFiles()
  storeFiles()
})
