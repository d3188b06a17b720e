import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ExportButtonProps } from './ExportButton.tsx'

const ExportButton = lazyPart(() => import('./ExportButton.tsx'))

/** A button that begins an export of these customers, for those who may. It comes by itself: the page before names one small file alone. */
export default function ExportPeople(props: ExportButtonProps) {
  return (
    <Suspense>
      <ExportButton {...props} />
    </Suspense>
  )
}
