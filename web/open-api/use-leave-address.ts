import { useEffect } from 'react'
import { type RouteName, useGo } from '../ui/route.tsx'

/** Leads from the address of a dialog to that of its list once the dialog is closed. */
export function useLeaveAddress(list: RouteName | undefined, open: boolean) {
  const go = useGo()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog closes
  useEffect(() => {
    if (list && !open) go({ to: list, replace: true })
  }, [open])
}
