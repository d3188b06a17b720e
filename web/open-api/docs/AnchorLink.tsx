import { useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { AddressLink } from '../../ui/route.tsx'

/** A link to an anchor of this page. */
export function AnchorLink({ anchor, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { anchor: string }) {
  const { pathname } = useLocation()
  return <AddressLink {...rest} to={pathname} hash={anchor} />
}
