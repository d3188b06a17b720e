import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import {
  IconBrandLine,
  IconBuildingStore,
  IconDownload,
  IconFileImport,
  IconListSearch,
  IconNote,
  IconPhone,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import type { MenuGroup } from '../app/menu.ts'
import { useFieldText } from '../customers/profiles/field-text.ts'
import { HighlightedText } from '../customers/profiles/Marked.tsx'
import { matchedPartsOf, matchesIn } from '../customers/profiles/matched.ts'
import { useCalled } from '../customers/profiles/use-called.ts'
import { MAX_CUSTOMERS, useCustomers, useRecent } from '../customers/profiles/use-customers.ts'
import { useRecord } from '../customers/profiles/use-record.ts'
import { fieldValueText, type ListedProfile } from '../customers/profiles/values.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { useMayCall, useMayOpen } from '../ui/may.ts'
import { useGo } from '../ui/route.tsx'
import type { Item, ItemGroup } from './item.ts'
import type { Follow } from './PaletteFollow.tsx'
import { paletteText } from './text.ts'
import { usePages } from './use-pages.ts'
import { useFoundThings, useInvite } from './use-things.ts'

interface Asked {
  menu: readonly MenuGroup[]
  typed: string
  /** Last chosen customer. */
  target: number | undefined
  onFollow: (follow: Follow) => void
  /** Only customers are offered: the one who is chosen has come. */
  visiting: boolean
  onVisit: () => void
}

/** Items for the typed text: customers, actions on the chosen one, pages, commands. */
export function useItems({ menu, typed, target, onFollow, visiting, onVisit }: Asked) {
  const t = useWords(paletteText)
  const wanted = typed.trim()
  const searches = useMayCall(profiles.query)
  const customers = useCustomers(wanted)
  const recent = useRecent(wanted === '')
  const lineOf = useCustomerLine()
  const acts = useActs(onFollow)
  const record = useRecord()
  const commands = useCommands(onFollow, onVisit)
  const pages = usePages(menu).filter(({ names }) => names.toLowerCase().includes(wanted.toLowerCase()))
  const things = useFoundThings(visiting ? '' : wanted)
  const invite = useInvite(wanted)
  const nearest = useNearest()
  const say = useSaid()
  const found = wanted === '' ? recent : nearest(customers.found, customers.keyword)
  const lines = found.map((profile) => lineOf(profile, wanted === '' ? '' : customers.keyword))
  if (visiting) {
    const visits = lines.map((line, place) => ({ ...line, run: () => record.visit(found[place]!) }))
    const groups = visits.length > 0 ? [{ id: 'customers', title: t.visitOf, items: visits }] : []
    return { groups, waits: customers.waits, searches, said: say(wanted, { ...customers, found }, visits.length) }
  }
  const whom = found.find(({ id }) => id === target) ?? (wanted === '' ? undefined : found[0])
  const also = commands(wanted, pages)
  const groups: ItemGroup[] = [
    { id: 'customers', title: wanted === '' ? t.recent : t.customers, items: lines },
    ...(whom ? [acts(whom)] : []),
    { id: 'things', title: t.things, items: things },
    { id: 'invite', title: t.actions, items: invite },
    ...(wanted === '' ? [also, { id: 'pages', title: t.pages, items: pages }] : [also]),
  ].filter(({ items }) => items.length > 0)
  const hits = pages.length + things.length + invite.length
  return { groups, waits: customers.waits, searches, said: say(wanted, { ...customers, found }, hits) }
}

/** Announcement, also visible without any match. `hits` counts the matches other than customers. */
function useSaid() {
  const t = useWords(paletteText)
  const searches = useMayCall(profiles.query)
  return (wanted: string, { found, error, waits }: ReturnType<typeof useCustomers>, hits: number) => {
    if (error) return { heard: false, text: t.failed({ reason: error.message }) }
    if (wanted === '') return { heard: true, text: '' }
    if (waits) return { heard: found.length + hits > 0, text: t.searching }
    if (found.length === MAX_CUSTOMERS) return { heard: true, text: t.foundMost({ count: found.length }) }
    if (found.length > 0) return { heard: true, text: t.found({ count: found.length }) }
    if (searches) return { heard: hits > 0, text: t.nobody({ keyword: wanted }) }
    return { heard: hits > 0, text: hits > 0 ? '' : t.nothing }
  }
}

/** Ranks matches by name, phone or e-mail above others. */
function useNearest() {
  const say = useFieldText()
  return (found: readonly ListedProfile[], keyword: string) => {
    const named = (profile: ListedProfile) =>
      matchesIn(profile, keyword, say).some(({ field }) => field.type === 'system_profile') ? 0 : 1
    return found.toSorted((a, b) => named(a) - named(b)).slice(0, MAX_CUSTOMERS)
  }
}

/** A customer as a line: the name, a label, and what the keyword was found in. */
function useCustomerLine() {
  const t = useWords(paletteText)
  const called = useCalled()
  const say = useFieldText()
  const format = useFormat()
  const go = useGo()
  return (profile: ListedProfile, keyword: string): Item => {
    const name = called(profile)
    const inName = matchedPartsOf(name, keyword, 'words')
    const [match] = matchesIn(profile, keyword, say).filter(({ text }) => !name.includes(text))
    const phone = format.formatPhone(fieldValueText(profile, 'phone')) || fieldValueText(profile, 'email')
    const own = match && match.field.name !== 'phone' && match.field.name !== 'email' && match.field.displayName
    const end = match ? (
      <>
        {own && `${own} `}
        <HighlightedText text={match.text} parts={match.parts} />
      </>
    ) : keyword !== '' && inName.length === 0 ? (
      t.elsewhere
    ) : (
      phone
    )
    return {
      id: `customer-${profile.id}`,
      icon: IconUser,
      label: <HighlightedText text={name} parts={inName} />,
      note: profile.labels.find(({ type }) => type === 'general')?.name,
      end,
      profile,
      run: () => go({ to: 'profile-detail', params: { profileId: profile.id } }),
    }
  }
}

/** Frequent actions on a customer. */
function useActs(onFollow: Asked['onFollow']) {
  const t = useWords(paletteText)
  const called = useCalled()
  const format = useFormat()
  const record = useRecord()
  const mayVisit = useMayCall(profileActivities.visit)
  const mayNote = useMayCall(profileActivities.note)
  const mayLink = useMayCall(lineLink.create)
  return (profile: ListedProfile): ItemGroup => {
    const phone = fieldValueText(profile, 'phone')
    const items: Item[] = [
      ...(mayVisit
        ? [{ id: `act-visit-${profile.id}`, icon: IconBuildingStore, label: t.visit, run: () => record.visit(profile) }]
        : []),
      ...(mayNote
        ? [
            {
              id: `act-note-${profile.id}`,
              icon: IconNote,
              label: t.note,
              run: () => onFollow({ kind: 'note', profile }),
            },
          ]
        : []),
      ...(mayLink
        ? [
            {
              id: `act-line-${profile.id}`,
              icon: IconBrandLine,
              label: t.linkLine,
              run: () => onFollow({ kind: 'line-link', profile, name: called(profile) }),
            },
          ]
        : []),
      ...(phone
        ? [
            {
              id: `act-call-${profile.id}`,
              icon: IconPhone,
              label: t.call({ phone: format.formatPhone(phone) }),
              run: () => window.location.assign(`tel:${phone}`),
            },
          ]
        : []),
    ]
    return { id: 'acts', title: t.withCustomer({ name: called(profile) }), items }
  }
}

/** Commands without a customer: list search, new customer, import, and matching pages. */
function useCommands(onFollow: Asked['onFollow'], onVisit: Asked['onVisit']) {
  const t = useWords(paletteText)
  const go = useGo()
  const mayList = useMayOpen('profile-list')
  const mayFind = useMayCall(profiles.query)
  const mayVisit = useMayCall(profileActivities.visit)
  // The dialog looks for the same person.
  const mayAdd = useMayCall(profiles.create) && mayFind
  const mayImport = useMayOpen('data-source-import')
  const mayExport = useMayCall(exports.create)
  const inBoth = [paletteText.in('th'), paletteText.in('en')]
  return (wanted: string, pages: readonly Item[]): ItemGroup => {
    const named = (word: 'add' | 'importFile' | 'exportFile' | 'visit') =>
      inBoth.some((words) => words[word].toLowerCase().includes(wanted.toLowerCase()))
    const add = {
      id: 'add',
      icon: IconUserPlus,
      run: () => onFollow({ kind: 'create', typed: named('add') ? '' : wanted }),
    }
    const items: Item[] = [
      ...(mayFind && mayVisit && named('visit')
        ? [{ id: 'visit', icon: IconBuildingStore, label: t.visit, asks: true, run: onVisit }]
        : []),
      ...(wanted === '' ? [] : pages),
      ...(mayAdd && named('add') ? [{ ...add, label: t.add }] : []),
      ...(mayImport && named('importFile')
        ? [{ id: 'import', icon: IconFileImport, label: t.importFile, run: () => go({ to: 'data-source-import' }) }]
        : []),
      ...(mayExport && mayFind && named('exportFile')
        ? [{ id: 'export', icon: IconDownload, label: t.exportFile, run: () => onFollow({ kind: 'export' }) }]
        : []),
      ...(mayList && wanted !== ''
        ? [
            {
              id: 'list',
              icon: IconListSearch,
              label: t.searchList({ keyword: wanted }),
              run: () => go({ to: 'profile-list', search: { q: wanted } }),
            },
          ]
        : []),
      ...(mayAdd && !named('add') ? [{ ...add, label: t.addNamed({ keyword: wanted }) }] : []),
    ]
    return { id: 'commands', title: wanted === '' ? t.actions : t.goTo, items }
  }
}
