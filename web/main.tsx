import { createRoot } from 'react-dom/client'
import './core/theme.css'
import './core/icons.ts'
import { App } from './core/App.tsx'
import { isApiError } from './core/request.ts'
import { menu } from './menu.ts'
import { NoticeSlot } from './notifications/NoticeSlot.tsx'
import { PaletteSlot } from './palette/PaletteSlot.tsx'
import { doors, screens } from './routes.tsx'

const root = document.getElementById('root')
// A refusal that a screen shows in words is no fault of the page.
const onCaughtError = (error: unknown) => isApiError(error) || console.error(error)
if (root)
  createRoot(root, { onCaughtError }).render(
    <App pages={{ screens, doors, menu, notice: NoticeSlot, palette: PaletteSlot }} />,
  )
