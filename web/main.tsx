import { createRoot } from 'react-dom/client'
import './core/theme.css'
import { App } from './core/App.tsx'
import { JobsSlot } from './jobs/JobsSlot.tsx'
import { menu } from './menu.ts'
import { doors, screens } from './routes.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App pages={{ screens, doors, menu, notice: JobsSlot }} />)
