// Posts a review of schema versions as one comment of a pull request, for action.yml and review-comment/action.yml.
// Both run it with actions/github-script. It needs no packages.
'use strict'

const fs = require('fs')

// GitHub's limit for a comment, in characters.
const commentLimit = 65536
// The limit for the archive with a review. A review of 3,000 changes takes about 50 kB.
const archiveLimit = 1 << 20

function marker(name) {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(name)) throw new Error('Invalid input review. Expected letters, digits, ".", "_" and "-".')
  return `<!-- permafrost review: ${name} -->`
}

// Returns a function that tells whether the token's user wrote a comment. The default token belongs to an app, and GitHub
// doesn't say to which. Then every app's comment counts.
async function authorship(github) {
  try {
    const { data } = await github.rest.users.getAuthenticated()
    return (user) => user?.id === data.id
  } catch (error) {
    if (![401, 403, 404].includes(error.status)) throw error
    return (user) => user?.type === 'Bot'
  }
}

// Creates the comment, or updates the one that an earlier run created. Posts nothing if there is nothing to say, unless
// an earlier comment says something else. A token that may not write is no error.
async function comment({ github, context, core, number, name, markdown, isEmpty, help }) {
  const start = marker(name)
  const body = `${start}\n${markdown}`
  if (body.length > commentLimit) throw new Error(`The review has ${body.length} characters, more than a comment can have`)
  const issue = { ...context.repo, issue_number: number }
  try {
    const comments = await github.paginate(github.rest.issues.listComments, { ...issue, per_page: 100 })
    // Anyone can write the first line, but only the token's own comment is updated.
    const marked = comments.filter(({ body }) => body?.startsWith(start))
    const isOwn = marked.length > 0 ? await authorship(github) : undefined
    const known = marked.find(({ user }) => isOwn(user))
    if (known === undefined) {
      if (isEmpty) return 'nothing'
      await github.rest.issues.createComment({ ...issue, body })
      return 'created'
    }
    if (known.body.replaceAll('\r\n', '\n').trim() === body.trim()) return 'unchanged'
    await github.rest.issues.updateComment({ ...context.repo, comment_id: known.id, body })
    return 'updated'
  } catch (error) {
    if (error.status !== 403 && error.status !== 404) throw error
    core.notice(help, { title: 'permafrost' })
    return 'refused'
  }
}

// Returns the open pull request whose head is the commit that a finished workflow run read, or undefined. Nothing that
// the run wrote can choose another pull request.
async function pullRequest({ github, context, core }) {
  const run = context.payload.workflow_run
  if (run?.event !== 'pull_request') {
    core.info('The finished workflow run is not about a pull request.')
    return undefined
  }
  const { head_repository: head, head_branch: branch, head_sha: commit } = run
  if (!head) {
    core.info('The repository of the pull request was deleted.')
    return undefined
  }
  const open = await github.paginate(github.rest.pulls.list, {
    ...context.repo, state: 'open', head: `${head.owner.login}:${branch}`, per_page: 100
  })
  const found = open.filter((pull) => pull.head.sha === commit && pull.head.repo?.id === head.id)
  if (found.length !== 1) {
    core.info(`${found.length} open pull requests have the head ${commit}. Expected one.`)
    return undefined
  }
  return found[0].number
}

// Finds the pull request of a finished workflow run, and downloads the archive with its review. Sets the output
// `number` if both exist. The archive isn't unpacked here.
async function find({ github, context, core, environment }) {
  const name = environment.NAME
  marker(name)
  const number = await pullRequest({ github, context, core })
  if (number === undefined) return
  const artifacts = await github.paginate(github.rest.actions.listWorkflowRunArtifacts, {
    ...context.repo, run_id: context.payload.workflow_run.id, name, per_page: 100
  })
  const artifact = artifacts.find((candidate) => candidate.name === name && !candidate.expired)
  if (artifact === undefined) {
    core.info(`The workflow run has no artifact ${name}.`)
    return
  }
  if (artifact.size_in_bytes > archiveLimit) throw new Error(`The artifact ${name} has more than ${archiveLimit} bytes`)
  const { data } = await github.rest.actions.downloadArtifact({
    ...context.repo, artifact_id: artifact.id, archive_format: 'zip'
  })
  if (data.byteLength > archiveLimit) throw new Error(`The artifact ${name} has more than ${archiveLimit} bytes`)
  fs.writeFileSync(`${environment.RUNNER_TEMP}/permafrost-review.zip`, Buffer.from(data))
  core.setOutput('number', String(number))
}

// Reads the review that a step wrote to the runner's temporary folder, and posts the comment.
async function post({ github, context, core, environment }) {
  const path = `${environment.RUNNER_TEMP}/permafrost-review`
  const review = JSON.parse(fs.readFileSync(`${path}.json`, 'utf8'))
  const result = await comment({
    github, context, core,
    number: Number(environment.NUMBER),
    name: environment.NAME,
    markdown: fs.readFileSync(`${path}.md`, 'utf8'),
    isEmpty: review.isEmpty === true,
    help: 'The token may not write a comment, so the review is only in the job summary. Grant the job pull-requests: '
      + 'write. For a pull request from a fork, add the workflow in Distribution/github/review-comment.yml.'
  })
  core.info(`The comment: ${result}.`)
}

module.exports = { comment, find, post, pullRequest }
