/** What a person can do about an error, by its code; codes of every layer below the host are in here too. */
const ACTIONS: Readonly<Record<string, string>> = {
  // the store
  locked: 'Close the other console, or wait until the process named above has ended, then start again.',
  corrupt:
    'The file was left as it is. Move it (and its journal) away to begin anew, or put a backup in its place, then start again.',
  'unsupported-format': 'Start the newer version of the console, or choose another data folder with --data.',
  'newer-records': 'Start the newer version of the console, or choose another data folder with --data.',
  'damaged-record':
    'The store was left as it is. Choose another data folder with --data, or put a backup in its place.',
  EADDRINUSE: 'Choose another port with --port, or leave --port out for a free one.',
  EMFILE:
    'Close pages and sessions that are not needed, or raise the limit of open files, as with ulimit -n.',
  io: 'Check that the disk has room and that the folder can be written, then start again.',
  'store-full': 'The store has reached its limit. Choose another data folder with --data.',
  'data-folder-unusable': 'Check the folder and its permissions, or choose another one with --data.',
  // packages
  'not-a-package':
    'Choose a folder that holds a capability package, for example one with .claude-plugin/plugin.json.',
  'unsupported-archive': 'Choose a folder, or an archive that ends with .tgz, .tar.gz or .zip.',
  'corrupt-archive': 'Get the archive anew, or unpack it yourself and choose the folder.',
  'encrypted-archive': 'Unpack the archive with its password, and choose the folder.',
  'entry-outside':
    'Do not unpack it by other means before you know who made it: it would write outside of its folder.',
  'duplicate-entry': 'Make the archive again with every file in it once, or choose a folder.',
  'folder-not-absolute':
    'Write the path from its beginning, as /home/me/notes: relative paths and ~ are not looked up.',
  'folder-not-permitted': 'Let that user read the folder, or copy it to where they may.',
  'package-timeout': 'Check that the folder is on a disk that answers, then try again.',
  'changed-on-disk': 'Wait until nothing writes to the folder any more, then try again.',
  unwritable: 'Check that the disk has room and that the data folder can be written, then try again.',
  'stale-plan': 'Look at the packages as they are now, and plan the change again.',
  'name-conflict': 'Leave one of the two packages out, or rename one of the capabilities.',
  'nothing-to-change': 'Choose a package that is not in force, or one to take out.',
  'nothing-installed': 'Install a package first, under Packages.',
  'generation-too-large': 'Apply fewer packages to one session, or packages with fewer or shorter names.',
  'consent-required':
    'Look at the command line of each server that is named, and allow or refuse it under Packages; then apply the batch again.',
  'package-in-use': 'Wait until the sessions and runs that are named have let it go, then remove it again.',
  'content-damaged':
    'Store the package again from where it came, under Packages: that mends it. Then try again.',
  'package-damaged':
    'Store the package again from where it came, under Packages: that mends it. Then restart, or apply a batch, or close the session.',
  'package-missing': 'Install the packages again, under Packages, and apply a batch; or close the session.',
  'package-changed': 'Apply a batch to use the packages as they are now, or close the session.',
  'packages-not-installed':
    'Install the folders that are named, under Packages, and apply a batch; or close the session.',
  'server-undecided': 'Allow or refuse the servers that are named, under Packages, and apply a batch.',
  'server-refused': 'Apply a batch to go on without the server, or allow it under Packages and restart.',
  'too-many-packages': 'Remove stored packages that nobody uses, under Packages.',
  'not-a-registry': 'Choose another data folder with --data, or move what is in the folder away.',
  'registry-damaged':
    'The registry was left as it is. Put a backup of the file that is named in its place, or choose another data folder with --data.',
  // capability servers
  'did-not-start':
    'Correct the server’s command in its package, or install the program that it names, and apply the batch again.',
  'server-exited':
    'Read what the server wrote to its error output, mend its configuration, and apply the batch again.',
  'initialize-timeout':
    'The server runs but does not answer. Check its arguments, then apply the batch again.',
  'rubbish-on-stdout':
    'Let the server log to its error output, and write nothing but its protocol to its output; then apply the batch again.',
  'unset-variable': 'Set the variable in the environment of the console, then start again.',
  // sessions, batches, runs
  'session-needs-you': 'Settle the reason shown at the session: apply a batch, or close it.',
  'session-not-open': 'Choose a session that is open.',
  'session-exists': 'Choose another name.',
  'batch-in-progress': 'Wait for the batch that is being applied, or cancel it.',
  'batch-timeout': 'Look at the capability that was still preparing, then apply the batch again.',
  'restore-failed': 'Mend what is named above and restart, or apply a batch, or close the session.',
  'restore-timeout': 'Restart to try again, or apply a batch, or close the session.',
  interrupted: 'Start the run again; nothing of it goes on.',
  'runtime-name-conflict': 'Leave one of the two packages out, or rename one of the capabilities.',
  'unknown-generation': 'Choose one of the generations that are shown.',
  'project-unreadable': 'Check the folder given with --demo.',
  // page and host
  'invalid-request': 'Correct the value at the path named above.',
  'unknown-method': 'Reload the page: it is of another version than the host.',
  'protocol-mismatch': 'Reload the page: it is of another version than the host.',
  'too-many-requests': 'Wait until earlier requests have been answered.',
  'too-many-sessions': 'Close a session that is no longer needed.',
  'too-many-pages': 'Close another page of this console.',
  stopping: 'Wait until the console has started again.',
};

/** What to do about an error with this code; null when there is nothing to say that its message does not. */
export function actionOfCode(code: string): string | null {
  return Object.hasOwn(ACTIONS, code) ? (ACTIONS[code] ?? null) : null;
}
