import { useEffect } from 'react'
import { useGo } from '../core/route.tsx'
import { Bones } from './Bones.tsx'

/** `/data-source/v2` and `/check` lead to the first step of the import. */
export function StartImport() {
  const go = useGo()
  useEffect(() => go({ to: 'data-source-import', replace: true }), [go])
  return <Bones />
}
