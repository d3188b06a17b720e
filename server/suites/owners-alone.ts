/** Calls that open to every member or person, or to a right, and do their work for owners only. The permission suite makes each of them by each role. */
export const ownersAlone: readonly string[] = [
  ...['dpa.decide', 'dpa.change', 'stores.create', 'stores.sandbox', 'stores.delete'],
  ...['profileApi.setFields', 'profileApi.createLogin', 'profileApi.removeLogin'],
  ...['segments.setMembersVisible', 'secondFactor.set'],
]
