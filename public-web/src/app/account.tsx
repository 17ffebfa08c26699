/** What a signed-in administrator sees in the header: the name, the way to the back office and out. */
export function Account() {
  return null;
}
