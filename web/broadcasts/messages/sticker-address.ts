/** Returns where this server shows the picture of a sticker, which it fetches from LINE. */
export const stickerAddress = (id: string) => `/media/sticker/${id}`
