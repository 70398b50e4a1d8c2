module example.com/sdk

go 1.25

require (
	github.com/GIT_USER_ID/GIT_REPO_ID v0.0.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
)

require gopkg.in/validator.v2 v2.0.1 // indirect

replace github.com/GIT_USER_ID/GIT_REPO_ID => ./client
