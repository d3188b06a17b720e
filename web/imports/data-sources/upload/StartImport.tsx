import { useEffect } from 'react'
import { Bones } from '../../../ui/Bones.tsx'
import { useGo } from '../../../ui/route.tsx'

/** `/data-source/v2` itself: the import begins with a look at what was left unfinished. */
export function StartImport() {
  const go = useGo()
  useEffect(() => go({ to: 'data-source-v2-check', replace: true }), [go])
  return <Bones />
}
