module example.com/sdk

go 1.25

require (
	github.com/GIT_USER_ID/GIT_REPO_ID v0.0.0
)

require gopkg.in/validator.v2 v2.0.1 // indirect

replace github.com/GIT_USER_ID/GIT_REPO_ID => ./client
