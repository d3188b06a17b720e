/** Whose fields a screen shows. */
export type FieldOwner = 'profile' | 'activity'
