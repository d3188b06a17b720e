import { defineLaterParts } from './ui/LaterPart.tsx'
import { lazyPart } from './ui/lazy-part.ts'

/** Parts that screens of earlier folders show. */
export const fillScreenParts = () =>
  defineLaterParts({ profileAside: lazyPart(() => import('./automations/profile/ProfileAutomations.tsx')) })
