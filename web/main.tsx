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
import { loadFonts } from './ui/fonts.ts'
import { pageStyles, watchStyles } from './ui/retry.ts'
import { tolerateTranslators } from './ui/tolerant-dom.ts'

const root = document.getElementById('root')
// A refusal that a screen shows in words is no fault of the page.
const onCaughtError = (error: unknown) => isApiError(error) || console.error(error)
tolerateTranslators()
watchStyles()
await pageStyles()
if (root)
  createRoot(root, { onCaughtError }).render(
    <App pages={{ screens, doors, menu, notice: NoticeSlot, palette: PaletteSlot }} />,
  )
loadFonts()
fetchScreenFiles()
storeFiles()
