import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import type { RunOfSource } from '../use-source.ts'

const UndoDialog = lazyPart(async () => ({ default: (await import('./UndoDialog.tsx')).UndoDialog }))

interface UndoButtonProps extends ButtonProps {
  id: number
  run: RunOfSource
  'aria-label'?: string
  children: ReactNode
}

/** Opens the dialog that shows what an undo would do. */
export function UndoButton({ id, run, ...look }: UndoButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...look} onClick={() => setAsking(true)} />
      {asking && (
        <Suspense>
          <UndoDialog id={id} run={run} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
