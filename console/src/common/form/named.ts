/** A record that another one refers to, or an order. */
export interface Named {
  id: number
  name: string
}
