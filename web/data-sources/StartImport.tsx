import { useEffect } from 'react'
import { useGo } from '../core/route.tsx'
import { Bones } from './Bones.tsx'

/** `/data-source/v2` itself: the import begins with a look at what was left unfinished. */
export function StartImport() {
  const go = useGo()
  useEffect(() => go({ to: 'data-source-v2-check', replace: true }), [go])
  return <Bones />
}
